const { transformSync } = require('esbuild');

/**
 * TypeScript without its types, which are the job of `npm run typecheck`.
 *
 * @type {import('@jest/transform').SyncTransformer<import('esbuild').TransformOptions>}
 */
module.exports = {
	process: (source, sourcefile, { transformerConfig }) =>
		transformSync(source, {
			...transformerConfig,
			loader: 'ts',
			sourcefile,
			sourcemap: 'external',
		}),
};
