import { asksForLongWait } from './retryAfter';
import type { ServiceRequest } from './ServiceRequest';
import { delayAfter429Ms } from './throttling';
import { VERDICTS, type Attempt } from './verdict';

const MAX_RETRIES = 3;
const FIRST_RETRY_DELAY_MS = 500;

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
	if (attempt.verdict === 'throttled') return delayAfter429Ms(throttledMs, random);
	const { retry } = VERDICTS[attempt.verdict];
	if (retry === 'never' || retries >= maxRetries) return undefined;
	if (retry === 'ifHarmless' && idempotency === 'nonIdempotent') return undefined;
	return FIRST_RETRY_DELAY_MS * 2 ** retries * (0.5 + random / 2);
}
