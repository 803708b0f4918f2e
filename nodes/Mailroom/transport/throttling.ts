import type { Clock } from '../clock';
import type { RequestGroup } from './gate/RequestGroup';
import { MAX_WAIT_MS } from './retryAfter';
import type { Attempt } from './verdict';

// The way of a 429:
//
// 1. `verdict`: `throttled`, so the service has certainly not acted.
// 2. `gate/RateLimiter`: the first one of a request lowers the rate. Two in a row, or "Retry-After", pause the queue.
// 3. `Throttling`: for how long the request and the others of its `RequestGroup` got nothing but 429s. While others get through, the
//    limit is only shared, and the request goes on.
// 4. `retryPolicy`: the request enters the queue again after about a second. It gives up after a minute (`delayAfter429Ms`), or at once if
//    "Retry-After" asks for more.
// 5. `failure/failureScope`: the failure concerns the run, so its other requests end as not sent.

/** "The limit resets after 1 second" (section "Limits"). */
export const PAUSE_AFTER_429_MS = 1000;
const MAX_JITTER_MS = 250;

/**
 * @param throttledMs see `Throttling.afterAttempt`
 * @returns undefined if the request gives up
 */
export function delayAfter429Ms(throttledMs: number, random: number): number | undefined {
	if (throttledMs >= MAX_WAIT_MS) return undefined;
	return PAUSE_AFTER_429_MS + MAX_JITTER_MS * random;
}

/** The 429s of one request. */
export class Throttling {
	/** Also if an attempt since then had another result. */
	hasOccurred = false;
	private since: number | undefined;

	constructor(
		private readonly group: RequestGroup,
		private readonly clock: Pick<Clock, 'now'>,
	) {}

	/** @returns for how long neither the request nor the rest of its group got anything but 429s, in ms */
	afterAttempt({ verdict }: Attempt): number {
		const now = this.clock.now();
		const isThrottled = verdict === 'throttled';
		this.since = isThrottled ? (this.since ?? now) : undefined;
		if (isThrottled) this.hasOccurred = true;
		else this.group.noteNotThrottled(now);
		return this.group.throttledMs(this.since ?? now, now);
	}
}
