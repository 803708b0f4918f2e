import type { Fault } from '../../sandbox/traffic/Faults';

/**
 * The node's "Timeout" in these runs. A busy machine needs less time to evaluate the expressions of other runs, during which it
 * reads no response.
 */
export const TIMEOUT_MS = 2000;
const TOO_LATE = { delayMs: 3 * TIMEOUT_MS };
/** Long enough for several failures in a row, and for probes of the service. */
const OUTAGE_MS = 2500;
const DEPTH = 20_000;

/**
 * Faults by their name in the report. "After acting" means that the service acts before the fault, so a repeat would be a
 * duplicate. An outage and silence affect every request for a while. During a restart, no connection is possible.
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
	'drop within the response': { drop: 'within' },
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

/** Whether a fault affects every request for a while. */
export function lasts({ forMs, restartMs }: Omit<Fault, 'endpoint'>): boolean {
	return forMs !== undefined || restartMs !== undefined;
}
