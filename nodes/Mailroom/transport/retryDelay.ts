import type { Idempotency, Verdict } from './verdict';

const MAX_RETRIES = 3;
const FIRST_RETRY_DELAY_MS = 500;
/** "The limit resets after 1 second" (the service's document, section "Limits"). */
export const PAUSE_AFTER_429_MS = 1000;
const MAX_JITTER_AFTER_429_MS = 250;
/** A run waits no longer for the service, even if the service asks for more. */
export const MAX_WAIT_MS = 60_000;

/**
 * Exponential backoff with jitter.
 *
 * @param retries without those after a 429
 * @param throttledMs for how long its run has got nothing but 429
 * @param retryAfterMs the wait for which the service asks
 * @param random a number from 0 up to 1
 * @returns ms until the request is sent again, undefined if it must not be
 */
export function retryDelayMs(request: {
	verdict: Verdict;
	idempotency: Idempotency;
	retries: number;
	maxRetries?: number;
	throttledMs: number;
	retryAfterMs?: number;
	random: number;
}): number | undefined {
	const { verdict, idempotency, retries, throttledMs, retryAfterMs = 0, random } = request;
	const { maxRetries = MAX_RETRIES } = request;

	if (retryAfterMs > MAX_WAIT_MS) return undefined;
	if (verdict.kind === 'throttled') {
		if (throttledMs >= MAX_WAIT_MS) return undefined;
		return PAUSE_AFTER_429_MS + MAX_JITTER_AFTER_429_MS * random;
	}
	if (!('isTransient' in verdict) || !verdict.isTransient) return undefined;
	if (retries >= maxRetries) return undefined;
	if (verdict.kind === 'inDoubt' && idempotency === 'nonIdempotent') return undefined;
	return FIRST_RETRY_DELAY_MS * 2 ** retries * (0.5 + random / 2);
}

/**
 * The wait for which the header "Retry-After" asks: seconds, or a date (RFC 9110, 10.2.3).
 *
 * @param nowMs time of day
 * @returns ms from now, undefined for an unreadable header
 */
export function retryAfterMs(header: unknown, nowMs: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
	// Date.parse reads much that is no HTTP date, such as "1.5".
	const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
