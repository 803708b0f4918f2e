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
 * Measures the time, CPU and memory of this process during a run.
 *
 * @param costs receives the result, also if the run fails
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
