import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** How often the event loop is looked at. */
const RESOLUTION_MS = 5;

/** For how long something held the event loop at the most. */
export interface Hold {
	ms: number;
	/** CPU of the main thread between two looks at the most: on a machine that is busy with other work this tells what was its own. */
	cpuMs: number;
}

/** Of Node 24, on which n8n runs; the types are those of the Node that develops. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage(): NodeJS.CpuUsage };

/**
 * Watches how long the event loop is held while something runs.
 *
 * @param holds where it is noted, also when it fails
 */
export async function watched<T>(run: () => Promise<T>, holds: Hold[]): Promise<T> {
	const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	delay.enable();
	// It counts from its first look on.
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
		// What is done last is seen by the next look only.
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
