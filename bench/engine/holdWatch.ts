import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Interval of the measurements. */
const RESOLUTION_MS = 5;

/** The longest time for which something blocked the event loop. */
export interface Blockage {
	ms: number;
	/** The most CPU of the main thread between two measurements. It excludes other work on a busy machine. */
	cpuMs: number;
}

/** n8n runs on Node 24, which has this function. The types are those of Node 20. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage(): NodeJS.CpuUsage };

/**
 * Measures how long the event loop is blocked during a run.
 *
 * @param holds receives the result, also if the run fails
 */
export async function watched<T>(run: () => Promise<T>, holds: Blockage[]): Promise<T> {
	const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	delay.enable();
	// The monitor needs a moment before its first measurement.
	await wait(3 * RESOLUTION_MS);
	delay.reset();
	let cpuMs = 0;
	let cpuBefore = cpuSoFar();
	const look = () => {
		const cpu = cpuSoFar();
		cpuMs = Math.max(cpuMs, cpu - cpuBefore);
		cpuBefore = cpu;
	};
	const looks = setInterval(look, RESOLUTION_MS);
	try {
		return await run();
	} finally {
		// Only the next measurement shows the last work.
		await wait(2 * RESOLUTION_MS);
		look();
		clearInterval(looks);
		delay.disable();
		holds.push({ ms: Math.max(0, delay.max / 1e6 - RESOLUTION_MS), cpuMs });
	}
}

function cpuSoFar(): number {
	const { user, system } = threadCpuUsage();
	return (user + system) / 1000;
}
