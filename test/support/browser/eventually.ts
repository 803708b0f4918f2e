import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 30_000;
const POLL_INTERVAL_MS = 100;

/**
 * Tries a claim until it holds.
 *
 * @param claim throws while it does not hold
 * @throws what the claim has thrown last, after half a minute
 */
export async function eventually<T>(claim: () => Promise<T>): Promise<T> {
	const deadline = Date.now() + LIMIT_MS;
	for (;;) {
		try {
			return await claim();
		} catch (error) {
			if (Date.now() > deadline) throw error;
			await sleep(POLL_INTERVAL_MS);
		}
	}
}
