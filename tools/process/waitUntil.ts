import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from './ToolError';

const POLL_INTERVAL_MS = 100;

/**
 * Checks a condition until it is true.
 *
 * @param options `what` names the condition in the error
 * @throws ToolError if it takes too long, also if the check never returns
 */
export async function waitUntil(
	condition: () => Promise<boolean>,
	{ limitMs, what }: { limitMs: number; what: string },
) {
	const over = new AbortController();
	const tooLate = async () => {
		await sleep(limitMs, undefined, { signal: over.signal });
		throw new ToolError(`${what}: not so after ${limitMs / 1000} seconds`);
	};
	const isSo = async () => {
		while (!over.signal.aborted && !(await condition())) await sleep(POLL_INTERVAL_MS);
	};
	try {
		await Promise.race([isSo(), tooLate()]);
	} finally {
		over.abort();
	}
}
