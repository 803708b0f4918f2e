import type { Clock } from './clock';
import type { RequestGroup } from './gate/RequestGroup';
import { MAX_WAIT_MS } from './retryAfter';
import type { Attempt } from './verdict';

/** "The limit resets after 1 second" (section "Limits"). */
export const PAUSE_AFTER_429_MS = 1000;
const MAX_JITTER_MS = 250;

/**
 * @param throttledMs for how long each response was a 429
 * @returns undefined if the request must give up
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
		else this.group.countNotThrottled(now);
		return this.group.throttledMs(this.since ?? now, now);
	}
}
