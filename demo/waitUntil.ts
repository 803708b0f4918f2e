const { setTimeout: sleep } = require('node:timers/promises');
const { DemoError } = require('./DemoError');

const POLL_INTERVAL_MS = 100;

/**
 * Asks again and again until the answer is yes.
 *
 * @param {() => Promise<boolean>} condition
 * @param {{ limitMs: number, what: string }} options `what` names the condition in the error
 */
async function waitUntil(condition, { limitMs, what }) {
	const deadline = Date.now() + limitMs;
	while (!(await condition())) {
		if (Date.now() > deadline)
			throw new DemoError(`${what}: not so after ${limitMs / 1000} seconds`);
		await sleep(POLL_INTERVAL_MS);
	}
}

module.exports = { waitUntil };
