import { REQUESTS_PER_SECOND } from '../../nodes/Mailroom/service';
import { Pace } from '../../nodes/Mailroom/transport/Pace';

const ROUND_MS = 1040;
/** The floor of all that have one, in starts per round. */
const SMALLEST_SHARE = 1 / 4;

/** Never slows down: only the pauses after 429. */
export class PausesOnly extends Pace {
	slowDown() {}
}

/**
 * Half for good from the first 429 on. Of two workers that meet none can do better, as long as a 429 costs a pause and nothing else
 * tells that the other has ended; with any other number of workers, or alone after a bad moment, it is a bad rule.
 */
export class HalfForGood extends Pace {
	private part = REQUESTS_PER_SECOND;

	intervalMs() {
		return ROUND_MS / this.part;
	}

	slowDown() {
		this.part = REQUESTS_PER_SECOND / 2;
	}
}

/** Additive increase, multiplicative decrease: half after a 429, one start per round more in ten seconds. */
export class PlainAimd extends Pace {
	private floor = REQUESTS_PER_SECOND;

	private since = 0;

	private starts = 0;

	intervalMs(now: number) {
		const share = Math.min(REQUESTS_PER_SECOND, this.floor + (now - this.since) / 10_000);
		return ROUND_MS / share;
	}

	started() {
		this.starts++;
	}

	slowDown(now: number) {
		if (this.starts === 0) return;
		this.floor = Math.max(SMALLEST_SHARE, ROUND_MS / this.intervalMs(now) / 2);
		this.since = now;
		this.starts = 0;
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

	private startsInBucket = 0;

	intervalMs(now: number) {
		return ROUND_MS / this.rateAt(now);
	}

	started() {
		this.startsInBucket++;
	}

	slowDown(now: number) {
		this.lastMaxRate = Math.min(this.measuredAt(now), this.rateAt(now));
		this.throttledAt = now;
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
			const rate = this.startsInBucket / (bucket - this.bucket);
			this.measuredRate = rate * 0.8 + this.measuredRate * 0.2;
			this.startsInBucket = 0;
			this.bucket = bucket;
		}
		return this.measuredRate;
	}
}

/**
 * One start per round more when nobody objected for a while, which doubles with each try that is refused and halves with each
 * that holds; another refusal keeps 70 %.
 */
export class DoublingWhile extends Pace {
	private part = REQUESTS_PER_SECOND;

	private before: number | undefined;

	private whileMs = 2000;

	private since = -Infinity;

	private starts = 0;

	intervalMs(now: number) {
		if (now - this.since >= this.whileMs) this.tryMore(now);
		return ROUND_MS / this.part;
	}

	started() {
		this.starts++;
	}

	slowDown(now: number) {
		if (this.starts === 0) return;
		const isInARow = this.starts === 1 && this.since !== -Infinity;
		this.starts = 0;
		this.since = now;
		if (this.before !== undefined) {
			this.part = this.before;
			this.whileMs = Math.min(32_000, this.whileMs * 2);
		} else if (!isInARow) {
			const kept = this.part * 0.7;
			const below = kept < 1 ? 2 ** Math.floor(Math.log2(kept)) : Math.floor(kept);
			this.part = Math.max(SMALLEST_SHARE, below);
		}
		this.before = undefined;
	}

	private tryMore(now: number) {
		if (this.before !== undefined) this.whileMs = Math.max(2000, this.whileMs / 2);
		this.before = undefined;
		if (this.part === REQUESTS_PER_SECOND) return;
		this.before = this.part;
		this.part = this.part < 1 ? this.part * 2 : this.part + 1;
		this.since = now;
	}
}
