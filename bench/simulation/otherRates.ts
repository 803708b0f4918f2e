import { REQUESTS_PER_SECOND } from '../../nodes/Mailroom/service';
import { AdaptiveRate, WINDOW_MS } from '../../nodes/Mailroom/transport/AdaptiveRate';

/** The floor of all that have one, in starts per window. */
const MIN_RATE = 1 / 5;

/** Never slows down, and the queue does not pause: a 429 delays its own request only. */
export class OwnDelayOnly extends AdaptiveRate {
	onThrottled() {
		return false;
	}
}

/** Never slows down: the queue pauses after each 429. */
export class PausesOnly extends AdaptiveRate {
	onThrottled() {
		return true;
	}
}

/**
 * Half for good from the first 429 on. Of two workers that meet none can do better, when nothing tells that the other has
 * ended; with any other number of workers, or alone after a bad moment, it is a bad rule.
 */
export class HalfForGood extends AdaptiveRate {
	private part = REQUESTS_PER_SECOND;

	private halvedAt = -Infinity;

	intervalMs() {
		return WINDOW_MS / this.part;
	}

	onThrottled(now: number, startedAt: number) {
		if (startedAt < this.halvedAt) return false;
		const isFirst = this.part === REQUESTS_PER_SECOND;
		this.part = REQUESTS_PER_SECOND / 2;
		if (isFirst) this.halvedAt = now;
		return isFirst;
	}
}

/** Additive increase, multiplicative decrease: half after a 429, one start per window more in ten seconds. */
export class PlainAimd extends AdaptiveRate {
	private floor = REQUESTS_PER_SECOND;

	private since = 0;

	intervalMs(now: number) {
		const share = Math.min(REQUESTS_PER_SECOND, this.floor + (now - this.since) / 10_000);
		return WINDOW_MS / share;
	}

	onThrottled(now: number, startedAt: number) {
		if (startedAt < this.since) return false;
		this.floor = Math.max(MIN_RATE, WINDOW_MS / this.intervalMs(now) / 2);
		this.since = now;
		return true;
	}
}

/**
 * The adaptive token bucket (ATB) of "Rethinking HTTP API Rate Limiting" (arXiv 2510.04516): half the rate after a 429; after
 * each answer that is none half as much again below the rate of the last 429, and a fifth more above it.
 */
export class AdaptiveTokenBucket extends AdaptiveRate {
	private part = REQUESTS_PER_SECOND;

	private congestedPart = REQUESTS_PER_SECOND;

	intervalMs() {
		return WINDOW_MS / this.part;
	}

	onAccepted() {
		const factor = this.part < this.congestedPart ? 1.5 : 1.2;
		this.part = Math.min(REQUESTS_PER_SECOND, this.part * factor);
	}

	onThrottled() {
		this.congestedPart = this.part;
		this.part = Math.max(MIN_RATE, this.part / 2);
		return false;
	}
}

/**
 * The adaptive retry mode of the AWS SDK for JavaScript (`DefaultRateLimiter`): cubic growth around the rate at which the last
 * 429 came, never more than twice what was really sent. Its floor of one start in two seconds is lower here.
 */
export class AwsAdaptive extends AdaptiveRate {
	private static readonly beta = 0.7;

	private static readonly scale = 0.4;

	private lastMaxRate = REQUESTS_PER_SECOND;

	private throttledAt: number | undefined;

	private measuredRate = REQUESTS_PER_SECOND;

	private bucket = 0;

	private answersInBucket = 0;

	intervalMs(now: number) {
		return WINDOW_MS / this.cubicRateAt(now);
	}

	onAccepted() {
		this.answersInBucket++;
	}

	onThrottled(now: number) {
		this.answersInBucket++;
		this.lastMaxRate = Math.min(this.measuredAt(now), this.cubicRateAt(now));
		this.throttledAt = now;
		return true;
	}

	private cubicRateAt(now: number) {
		if (this.throttledAt === undefined) return REQUESTS_PER_SECOND;
		const window = Math.cbrt((this.lastMaxRate * (1 - AwsAdaptive.beta)) / AwsAdaptive.scale);
		const seconds = (now - this.throttledAt) / 1000;
		const cubic = AwsAdaptive.scale * (seconds - window) ** 3 + this.lastMaxRate;
		const most = Math.min(REQUESTS_PER_SECOND, 2 * this.measuredAt(now));
		return Math.max(MIN_RATE, Math.min(cubic, most));
	}

	/** Counted in half seconds and smoothed, as the SDK does. */
	private measuredAt(now: number) {
		const bucket = Math.floor(now / 500) / 2;
		if (bucket > this.bucket) {
			const rate = this.answersInBucket / (bucket - this.bucket);
			this.measuredRate = rate * 0.8 + this.measuredRate * 0.2;
			this.answersInBucket = 0;
			this.bucket = bucket;
		}
		return this.measuredRate;
	}
}
