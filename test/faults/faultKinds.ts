import type { Fault } from '../../sandbox/traffic/Faults';

/** How long the node waits for an answer in these runs: its parameter "Request Options", "Timeout". */
export const TIMEOUT_MS = 1000;
const TOO_LATE = { delayMs: 3 * TIMEOUT_MS };

/**
 * What goes wrong with a request, by the name that the report gives it. "After acting": the service did what it was asked
 * before things went wrong, so that doing it again would be twice.
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
	'cut JSON': { cutJson: true },
};
