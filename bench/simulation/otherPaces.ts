import { REQUESTS_PER_SECOND } from '../../nodes/Mailroom/service';
import { Pace } from '../../nodes/Mailroom/transport/Pace';

const ROUND_MS = 1040;
/** The floor of all that have one, in starts per round. */
const SMALLEST_SHARE = 1 / 5;

/** Never slows down, and the queue does not pause: a 429 delays its own request only. */
export class OwnDelayOnly extends Pace {
	refused() {
		return false;
	}
}

/** Never slows down: the queue pauses after each 429. */
export class PausesOnly extends Pace {
	refused() {
		return true;
	}
}

/**
 * Half for good from the first 429 on. Of two workers that meet none can do better, when nothing tells that the other has
 * ended; with any other number of workers, or alone after a bad moment, it is a bad rule.
 */
export class HalfForGood extends Pace {
	private part = REQUESTS_PER_SECOND;

	private halvedAt = -Infinity;

	intervalMs() {
		return ROUND_MS / this.part;
	}

	refused(now: number, startedAt: number) {
		if (startedAt < this.halvedAt) return false;
		const isFirst = this.part === REQUESTS_PER_SECOND;
		this.part = REQUESTS_PER_SECOND / 2;
		if (isFirst) this.halvedAt = now;
		return isFirst;
	}
}

/** Additive increase, multiplicative decrease: half after a 429, one start per round more in ten seconds. */
export class PlainAimd extends Pace {
	private floor = REQUESTS_PER_SECOND;

	private since = 0;

	intervalMs(now: number) {
		const share = Math.min(REQUESTS_PER_SECOND, this.floor + (now - this.since) / 10_000);
		return ROUND_MS / share;
	}

	refused(now: number, startedAt: number) {
		if (startedAt < this.since) return false;
		this.floor = Math.max(SMALLEST_SHARE, ROUND_MS / this.intervalMs(now) / 2);
		this.since = now;
		return true;
	}
}

/**
 * The adaptive token bucket (ATB) of "Rethinking HTTP API Rate Limiting" (arXiv 2510.04516): half the rate after a 429; after
 * each answer that is none half as much again below the rate of the last 429, and a fifth more above it.
 */
export class AdaptiveTokenBucket extends Pace {
	private part = REQUESTS_PER_SECOND;

	private congestedPart = REQUESTS_PER_SECOND;

	intervalMs() {
		return ROUND_MS / this.part;
	}

	admitted() {
		const factor = this.part < this.congestedPart ? 1.5 : 1.2;
		this.part = Math.min(REQUESTS_PER_SECOND, this.part * factor);
	}

	refused() {
		this.congestedPart = this.part;
		this.part = Math.max(SMALLEST_SHARE, this.part / 2);
		return false;
	}
}

/**
 * The adaptive retry mode of the AWS SDK for JavaScript (`DefaultRateLimiter`): cubic growth around the rate at which the last
 * 429 came, never more than twice what was really sent. Its floor of one start in two seconds is lower here.
 */
export class AwsAdaptive extends Pace {
	private static readonly beta = 0.7;

	private static readonly scale = 0.4;

	private lastMaxRate = REQUESTS_PER_SECOND;

	private throttledAt: number | undefined;

	private measuredRate = REQUESTS_PER_SECOND;

	private bucket = 0;

	private answersInBucket = 0;

	intervalMs(now: number) {
		return ROUND_MS / this.rateAt(now);
	}

	admitted() {
		this.answersInBucket++;
	}

	refused(now: number) {
		this.answersInBucket++;
		this.lastMaxRate = Math.min(this.measuredAt(now), this.rateAt(now));
		this.throttledAt = now;
		return true;
	}

	private rateAt(now: number) {
		if (this.throttledAt === undefined) return REQUESTS_PER_SECOND;
		const window = Math.cbrt((this.lastMaxRate * (1 - AwsAdaptive.beta)) / AwsAdaptive.scale);
		const seconds = (now - this.throttledAt) / 1000;
		const cubic = AwsAdaptive.scale * (seconds - window) ** 3 + this.lastMaxRate;
		const most = Math.min(REQUESTS_PER_SECOND, 2 * this.measuredAt(now));
		return Math.max(SMALLEST_SHARE, Math.min(cubic, most));
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
