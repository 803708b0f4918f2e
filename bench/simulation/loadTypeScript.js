const { readFileSync } = require('node:fs');
const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');

/** Lets plain node load the sources of the node as they are, without a build. */
require.extensions['.ts'] = (/** @type {any} */ module, /** @type {string} */ file) => {
	const { outputText } = transpileModule(readFileSync(file, 'utf8'), {
		compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
	});
	module._compile(outputText, file);
};
