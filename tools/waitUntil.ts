import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from './ToolError';

const POLL_INTERVAL_MS = 100;

/**
 * Asks again and again until the answer is yes.
 *
 * @param options `what` names the condition in the error
 */
export async function waitUntil(
	condition: () => Promise<boolean>,
	{ limitMs, what }: { limitMs: number; what: string },
) {
	const deadline = Date.now() + limitMs;
	while (!(await condition())) {
		if (Date.now() > deadline)
			throw new ToolError(`${what}: not so after ${limitMs / 1000} seconds`);
		await sleep(POLL_INTERVAL_MS);
	}
}
