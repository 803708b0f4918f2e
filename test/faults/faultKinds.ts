import type { Fault } from '../../sandbox/traffic/Faults';

/**
 * How long the node waits for an answer in these runs: its parameter "Request Options", "Timeout". Longer than a busy machine
 * evaluates the expressions of other runs, while which no answer is read.
 */
export const TIMEOUT_MS = 2000;
const TOO_LATE = { delayMs: 3 * TIMEOUT_MS };
/** Long enough for several failures in a row, and for questions whether the service is well again. */
const OUTAGE_MS = 2500;
const DEPTH = 20_000;

/**
 * What goes wrong with a request, by the name that the report gives it. "After acting": the service did what it was asked
 * before things went wrong, so that doing it again would be twice. An outage and silence spoil every request for a while; with
 * a restart nobody listens for a while.
 */
export const faultKinds: Record<string, Omit<Fault, 'endpoint'>> = {
	429: { status: 429 },
	409: { status: 409 },
	500: { status: 500 },
	503: { status: 503 },
	'503 after acting': { status: 503, afterActing: true },
	timeout: { status: 503, ...TOO_LATE },
	'timeout after acting': TOO_LATE,
	drop: { drop: 'before' },
	'drop after acting': { drop: 'after' },
	'drop within the answer': { drop: 'within' },
	'cut JSON': { cutJson: true },
	'empty JSON': { status: 200, body: {} },
	'empty JSON after acting': { status: 200, body: {}, afterActing: true },
	'JSON without true after acting': {
		status: 200,
		body: { success: 'false' },
		afterActing: true,
	},
	'JSON with a reason': { status: 200, body: { error: true, reason: 'Daily quota exceeded' } },
	'deep JSON': { status: 500, body: `${'{"error":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}` },
	'429 for a second': { status: 429, retryAfter: '1' },
	'503 for a second': { status: 503, retryAfter: '1' },
	outage: { status: 503, forMs: OUTAGE_MS },
	'outage after acting': { status: 503, afterActing: true, forMs: OUTAGE_MS },
	silence: { silent: true, forMs: OUTAGE_MS },
	restart: { restartMs: OUTAGE_MS },
};

/** Whether it spoils every request for a while, whatever that asks for. */
export function lasts({ forMs, restartMs }: Omit<Fault, 'endpoint'>): boolean {
	return forMs !== undefined || restartMs !== undefined;
}
