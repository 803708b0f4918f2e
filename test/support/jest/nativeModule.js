const { createHash } = require('node:crypto');

const codeFor = (path) => `module.exports = nativeRequire(${JSON.stringify(path)});`;

/**
 * A module of node_modules as a test file gets it: the one that Node itself has loaded in this jest worker. jest would load n8n's
 * core anew for each test file, which takes longer than most files do.
 *
 * @type {import('@jest/transform').SyncTransformer}
 */
module.exports = {
	process: (_source, path) => ({ code: codeFor(path) }),
	getCacheKey: (_source, path) => createHash('sha256').update(codeFor(path)).digest('hex'),
};
