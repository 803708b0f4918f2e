const { setTimeout: sleep } = require('node:timers/promises');

const LIMIT_MS = 30_000;
const POLL_INTERVAL_MS = 100;

/**
 * Tries a claim until it holds.
 *
 * @template T
 * @param {() => Promise<T>} claim throws while it does not hold
 * @returns {Promise<T>}
 * @throws what the claim has thrown last, after half a minute
 */
async function eventually(claim) {
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

module.exports = { eventually };
