/**
 * @typedef {object} Cost
 * @property {number} seconds
 * @property {number} cpuSeconds of this process, all its threads
 * @property {number} idleBytes resident memory before, after a garbage collection
 * @property {number} peakBytes the highest resident memory of the process
 */

/**
 * Runs something and measures what this process spends on it.
 *
 * @template T
 * @param {() => Promise<T>} run
 * @param {Cost[]} costs where it is noted, also when it fails
 */
async function measured(run, costs) {
	globalThis.gc?.();
	const idleBytes = process.memoryUsage.rss();
	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	try {
		return await run();
	} finally {
		const { user, system } = process.cpuUsage(cpuBefore);
		costs.push({
			seconds: (performance.now() - start) / 1000,
			cpuSeconds: (user + system) / 1e6,
			idleBytes,
			peakBytes: process.resourceUsage().maxRSS * 1024,
		});
	}
}

module.exports = { measured };
