const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { runInThisContext } = require('node:vm');

/** @type {(markdown: string) => string} */
const renderMarkdown = loadMarked().parse;

/**
 * marked is published as an ES module, which neither jest nor the older Node 20 can require. Its build for
 * browsers comes in the same package but in no form that `require` accepts, so it is run as a script.
 */
function loadMarked() {
	const path = join(dirname(require.resolve('marked')), 'marked.umd.js');
	const loaded = { exports: {} };
	const script = `(function (module, exports) {${readFileSync(path, 'utf8')}\n})`;
	runInThisContext(script, { filename: path })(loaded, loaded.exports);
	return /** @type {{ parse: (markdown: string) => string }} */ (loaded.exports);
}

module.exports = { renderMarkdown };
