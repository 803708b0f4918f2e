import { sleep } from 'n8n-workflow';

/** All times in milliseconds. Tests and simulations bring their own clock. */
export interface Clock {
	/** Never goes back; its zero means nothing. */
	now(): number;
	/** Since 1970. */
	timeOfDay(): number;
	sleep(ms: number): Promise<void>;
	/** A number from 0 up to 1, for jitter. */
	random(): number;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	timeOfDay: () => Date.now(),
	sleep: async (ms) => await sleep(ms),
	random: () => Math.random(),
};
