import { sleep } from 'n8n-workflow';

/** In milliseconds. Tests bring their own clock. */
export interface Clock {
	/** Monotonic. */
	now(): number;
	/** Since 1970. */
	timeOfDay(): number;
	sleep(ms: number): Promise<void>;
	/** From 0 up to 1. */
	random(): number;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	timeOfDay: () => Date.now(),
	sleep: async (ms) => await sleep(ms),
	random: () => Math.random(),
};
