import { asksForLongWait, MAX_WAIT_MS } from './retryAfter';
import type { ServiceRequest } from './ServiceRequest';
import { PAUSE_AFTER_429_MS } from './throttling';
import { VERDICTS, type Attempt } from './verdict';

const MAX_RETRIES = 3;
const FIRST_RETRY_DELAY_MS = 500;
const MAX_JITTER_AFTER_429_MS = 250;

/**
 * @param retries so far, except those after a 429
 * @param throttledMs for how long each response was a 429
 * @returns undefined if the request must not be sent again
 */
export function retryDelayMs(
	attempt: Attempt,
	{ idempotency, maxRetries = MAX_RETRIES }: Pick<ServiceRequest, 'idempotency' | 'maxRetries'>,
	{ retries, throttledMs, random }: Record<'retries' | 'throttledMs' | 'random', number>,
): number | undefined {
	if (attempt.kind === 'response' && asksForLongWait(attempt)) return undefined;
	if (attempt.verdict === 'throttled') {
		const hasTime = throttledMs < MAX_WAIT_MS;
		return hasTime ? PAUSE_AFTER_429_MS + MAX_JITTER_AFTER_429_MS * random : undefined;
	}
	const { retry } = VERDICTS[attempt.verdict];
	if (retry === 'never' || retries >= maxRetries) return undefined;
	if (retry === 'ifHarmless' && idempotency === 'nonIdempotent') return undefined;
	return FIRST_RETRY_DELAY_MS * 2 ** retries * (0.5 + random / 2);
}
