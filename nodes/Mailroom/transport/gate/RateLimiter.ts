import { REQUESTS_PER_SECOND } from '../../service';
import { WINDOW_MS, type AdaptiveRate } from './AdaptiveRate';
import type { Clock } from '../clock';
import { MAX_WAIT_MS, PAUSE_AFTER_429_MS } from '../retryPolicy';
import type { Responded } from '../verdict';

/** n8n loads its HTTP client for the first request. */
const FIRST_REQUEST_DELAY_MS = 60;
/** Time from a start until the request is on the network, in an idle n8n. */
const SENDING_MS = 5;
/** Tolerated, as `WINDOW_MS` is 40 ms longer than a second. */
const MAX_SEND_DELAY_MS = 25;
const MAX_CAUGHT_UP_MS = 50;
/** Shortest distance of two starts, as a part of the rate's interval. */
const MIN_DISTANCE = 1 / 2;
/** Keeps several n8n workers apart after a 429. */
const MAX_PAUSE_JITTER_MS = 250;

/** Times the starts of requests. Catches up late starts, with at most ten in any window. */
export class RateLimiter {
	private slotAt = 0;
	private recentStarts: number[] = [];
	private earliest = -Infinity;

	constructor(
		private readonly clock: Clock,
		private readonly rate: AdaptiveRate,
	) {}

	get waitMs(): number {
		const windowAgo = this.recentStarts.at(-REQUESTS_PER_SECOND) ?? -Infinity;
		const nextSlotAt = Math.max(this.slotAt, this.earliest, windowAgo + WINDOW_MS);
		return nextSlotAt - this.clock.now();
	}

	get intervalMs(): number {
		return this.rate.intervalMs(this.clock.now());
	}

	/** Records a start, and resolves when the next may follow. */
	async start(): Promise<void> {
		const now = this.clock.now();
		const { intervalMs } = this;
		const delayMs = this.recentStarts.length === 0 ? FIRST_REQUEST_DELAY_MS : 0;
		this.slotAt = Math.max(this.slotAt, now - MAX_CAUGHT_UP_MS) + intervalMs + delayMs;
		this.earliest = now + MIN_DISTANCE * intervalMs;
		this.recentStarts.push(now + delayMs);
		if (this.recentStarts.length > REQUESTS_PER_SECOND) this.recentStarts.shift();
		await this.clock.sleep(SENDING_MS);
		// A busy n8n sends late. The next request must keep its distance.
		const lateMs = this.clock.now() - now - SENDING_MS;
		const tooLateMs = Math.max(0, lateMs - MAX_SEND_DELAY_MS);
		this.recentStarts[this.recentStarts.length - 1] += tooLateMs;
		this.slotAt += tooLateMs;
	}

	onResponse(startedAt: number, { status, retryAfterMs = 0 }: Partial<Responded>): void {
		if (status !== 429) {
			this.rate.onNotThrottled(startedAt);
			if (retryAfterMs > 0) this.pauseFor(retryAfterMs);
			return;
		}
		const isCongested = this.rate.onThrottled(this.clock.now(), startedAt);
		const pauseMs = Math.max(isCongested ? PAUSE_AFTER_429_MS : 0, retryAfterMs);
		if (pauseMs > 0) this.pauseFor(pauseMs + MAX_PAUSE_JITTER_MS * this.clock.random());
	}

	/** At most a minute. With 0, missed starts are not caught up. */
	pauseFor(ms: number): void {
		this.slotAt = Math.max(this.slotAt, this.clock.now() + Math.min(ms, MAX_WAIT_MS));
	}
}
