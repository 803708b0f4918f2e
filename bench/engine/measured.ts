export interface Cost {
	seconds: number;
	/** Of this process, all its threads. */
	cpuSeconds: number;
	/** Resident memory before, after a garbage collection. */
	idleBytes: number;
	/** The highest resident memory of the process. */
	peakBytes: number;
}

/**
 * Runs something and measures what this process spends on it.
 *
 * @param costs where it is noted, also when it fails
 */
export async function measured<T>(run: () => Promise<T>, costs: Cost[]) {
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
