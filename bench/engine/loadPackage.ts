const { PackageDirectoryLoader } = require('n8n-core');
const { answer } = require('./answer');

/**
 * @typedef {{ packageFolder: string }} LoadTask
 * @typedef {{ milliseconds: number }} LoadResult
 */

/**
 * Loads a package of nodes as n8n does when it starts.
 *
 * @param {LoadTask} task
 * @returns {Promise<LoadResult>}
 */
async function loadPackage({ packageFolder }) {
	const start = performance.now();
	await new PackageDirectoryLoader(packageFolder).loadAll();
	return { milliseconds: performance.now() - start };
}

answer(loadPackage);
