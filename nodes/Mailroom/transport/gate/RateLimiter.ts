import { REQUESTS_PER_SECOND } from '../../service';
import type { Clock } from '../../clock';
import { MAX_WAIT_MS } from '../retryAfter';
import { PAUSE_AFTER_429_MS } from '../throttling';
import type { Responded } from '../verdict';

/** How fast requests start. What other values cost: test/transport/simulation. */
export interface RateRule {
	/**
	 * In which at most ten requests start. Longer than the service's second, because travel times differ: with 1,000 ms, one worker
	 * alone would get 429s. With 1,060 ms, it would lose 2 % of the rate.
	 */
	windowMs: number;
	/** How far late starts are caught up. With 0, a busy n8n would lose 3 % of the rate. With 100, two requests would start at once. */
	maxCaughtUpMs: number;
	/** Keeps several n8n workers apart after a pause. */
	maxPauseJitterMs: number;
	/** Starts per window that the first 429 of a request takes away. More wastes the rate limit, less gets more 429s. */
	decrease: number;
	/** Time without a 429 before the rate rises. With less, several workers get more 429s. */
	quietMs: number;
	/** Starts per window that the rate then rises in a second. With more, several workers soon get 429s again. */
	increase: number;
	/** Starts per window that 429s leave, so that the rate can recover. */
	minRate: number;
}

export const RATE_RULE: RateRule = {
	windowMs: 1040,
	maxCaughtUpMs: 55,
	maxPauseJitterMs: 250,
	decrease: 0.35,
	quietMs: 8_000,
	increase: 0.5,
	minRate: 1,
};

/**
 * Spaces the starts of requests evenly (GCRA), with at most ten in any window. Other n8n processes are noticed only by 429s: the
 * first of a request lowers the rate, which rises again with time (AIAD).
 */
export class RateLimiter {
	/** Starts per window, at the last 429. */
	private rate = REQUESTS_PER_SECOND;
	private throttledAt = -Infinity;
	private throttledInARow = 0;
	/** Time of the next start, if starts were never late. */
	private slotAt = -Infinity;
	/** Times of the last ten starts on the network. */
	private recent: Array<{ at: number }> = [];

	constructor(
		private readonly clock: Pick<Clock, 'now' | 'random'>,
		private readonly rule = RATE_RULE,
	) {}

	/** Earliest time of the next start. */
	get nextStartAt(): number {
		const isWindowFull = this.recent.length === REQUESTS_PER_SECOND;
		const windowEndsAt = isWindowFull ? this.recent[0].at + this.rule.windowMs : -Infinity;
		return Math.max(this.slotAt, windowEndsAt);
	}

	/**
	 * Counts a start.
	 *
	 * @returns to be called once the request is on the network: in a busy process, it gets there late
	 */
	start(): (onNetworkAt: number) => void {
		const now = this.clock.now();
		const start = { at: now };
		const { windowMs, maxCaughtUpMs } = this.rule;
		this.slotAt = Math.max(this.slotAt, now - maxCaughtUpMs) + windowMs / this.currentRate;
		this.recent = [...this.recent, start].slice(-REQUESTS_PER_SECOND);
		return (at) => {
			start.at = Math.max(now, at);
		};
	}

	/**
	 * A 429 delays only its own request. A second in a row, or "Retry-After", pauses all.
	 *
	 * @returns for how long, in ms
	 */
	onResponse(
		{ status, retryAfterMs = 0 }: Pick<Responded, 'status' | 'retryAfterMs'>,
		wasThrottled: boolean,
	): number {
		const isThrottled = status === 429;
		this.throttledInARow = isThrottled ? this.throttledInARow + 1 : 0;
		// A request that gets nothing but 429s, such as for a quota, must not slow down others.
		if (isThrottled && !wasThrottled) this.slowDown();
		const askedMs = Math.max(retryAfterMs, this.throttledInARow > 1 ? PAUSE_AFTER_429_MS : 0);
		if (askedMs === 0) return 0;
		const jitterMs = this.rule.maxPauseJitterMs * this.clock.random();
		const pauseMs = Math.min(askedMs + jitterMs, MAX_WAIT_MS);
		this.pauseFor(pauseMs);
		return pauseMs;
	}

	/** At most a minute. */
	pauseFor(ms: number): void {
		this.slotAt = Math.max(this.slotAt, this.clock.now() + Math.min(ms, MAX_WAIT_MS));
	}

	private slowDown(): void {
		this.rate = Math.max(this.rule.minRate, this.currentRate - this.rule.decrease);
		this.throttledAt = this.clock.now();
	}

	private get currentRate(): number {
		const { quietMs, increase } = this.rule;
		const risingMs = Math.max(0, this.clock.now() - this.throttledAt - quietMs);
		return Math.min(REQUESTS_PER_SECOND, this.rate + (increase * risingMs) / 1000);
	}
}
