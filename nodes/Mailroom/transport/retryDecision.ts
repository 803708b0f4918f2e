import type { Idempotency, Verdict } from './verdict';

export type RetryDecision = { action: 'finish' } | { action: 'repeat'; delayMs: number };

const MAX_RETRIES = 3;
const FIRST_RETRY_DELAY_MS = 500;
/** "The limit resets after 1 second" (the service's document, section "Limits"). */
export const PAUSE_AFTER_429_MS = 1000;
const MAX_JITTER_AFTER_429_MS = 250;
/** A run gives up after a minute of nothing but 429, and a service is not waited for longer, even if it asks for more. */
export const MAX_WAIT_MS = 60_000;

const FINISH: RetryDecision = { action: 'finish' };

/**
 * Decides if a request is sent again, and after how long (exponential, with jitter). The rate limiter may make it wait longer.
 *
 * @param retries how often it was repeated already, 429 not counted
 * @param throttledMs for how long its run has been answered nothing but 429
 * @param retryAfterMs how long the service asks to wait
 * @param random a number from 0 up to 1
 */
export function retryDecision(request: {
	verdict: Verdict;
	idempotency: Idempotency;
	retries: number;
	maxRetries?: number;
	throttledMs: number;
	retryAfterMs?: number;
	random: number;
}): RetryDecision {
	const { verdict, idempotency, retries, throttledMs, retryAfterMs = 0, random } = request;
	const { maxRetries = MAX_RETRIES } = request;

	if (verdict.kind === 'accepted' || verdict.kind === 'rejected') return FINISH;
	if (retryAfterMs > MAX_WAIT_MS) return FINISH;
	// A 429 has not been acted on, so it may be repeated whatever the effect.
	if (verdict.kind === 'throttled') {
		if (throttledMs >= MAX_WAIT_MS) return FINISH;
		return { action: 'repeat', delayMs: PAUSE_AFTER_429_MS + MAX_JITTER_AFTER_429_MS * random };
	}
	if (!verdict.isTransient || retries >= maxRetries) return FINISH;
	if (verdict.kind === 'inDoubt' && idempotency === 'nonIdempotent') return FINISH;
	return { action: 'repeat', delayMs: FIRST_RETRY_DELAY_MS * 2 ** retries * (0.5 + random / 2) };
}
