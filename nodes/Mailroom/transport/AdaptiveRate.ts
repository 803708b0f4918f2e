import { REQUESTS_PER_SECOND } from '../service';

/**
 * A little more than the service's second, so that eleven requests arrive more than a second apart even when one of them is
 * held up on its way.
 */
export const WINDOW_MS = 1040;
const HALF = REQUESTS_PER_SECOND / 2;
const MIN_RATE = 1;
/** A 429 that comes alone slows the full rate by 1.5 %: requests are not equally long on their way. */
const DECREASE_FOR_JITTER = 0.15;
/** 429s so close to each other are about the same. */
const RELATED_MS = 2_000;
/** The quiet period before the first step up: a process that has more waits longer, so that rates become equal. */
const QUIET_MS_PER_START = 1_200;
const MIN_QUIET_MS = 3_000;
/** Between two steps up. */
const STEP_MS = 1_000;

/**
 * How many requests may start in a window of 1,040 ms: additive increase, multiplicative decrease (AIMD). All that a process
 * learns of others on the same limit is that its own requests are answered 429. The numbers come from simulations:
 * bench/simulation/README.md.
 */
export class AdaptiveRate {
	/** When `quietSince` began. */
	private rate = REQUESTS_PER_SECOND;

	private quietSince = -Infinity;

	/** Responses to requests that started before say nothing of the present rate. */
	private changedAt = -Infinity;

	private throttledInARow = 0;

	/** @returns time from a start at `now` to the next, in ms */
	intervalMs(now: number): number {
		return WINDOW_MS / this.rateAt(now);
	}

	/** To be called for every response that is no 429. */
	onAccepted(startedAt: number): void {
		if (startedAt >= this.changedAt) this.throttledInARow = 0;
	}

	/**
	 * To be called for every 429.
	 *
	 * @param startedAt when its request did
	 * @returns whether the whole queue is to pause
	 */
	onThrottled(now: number, startedAt: number): boolean {
		if (startedAt < this.changedAt) return false;
		const rate = this.rateAt(now);
		const isRelated = now - this.quietSince < RELATED_MS;
		this.throttledInARow++;
		this.quietSince = now;
		if (this.throttledInARow > 1) {
			// More of them are the same event: a storm costs no more than the half.
			const decreased = rate > HALF ? HALF : rate - 1;
			this.setRate(this.throttledInARow === 2 ? decreased : rate, now);
			return true;
		}
		// One that comes alone is chance.
		if (rate > REQUESTS_PER_SECOND - 1) this.rate = rate - DECREASE_FOR_JITTER;
		else if (isRelated) this.setRate(rate - 1, now);
		else if (rate > this.rate) this.setRate(Math.max(this.rate, rate - 1), now);
		return false;
	}

	private setRate(rate: number, now: number): void {
		this.rate = Math.max(MIN_RATE, Math.ceil(rate));
		this.changedAt = now;
	}

	private rateAt(now: number): number {
		const quietMs = now - this.quietSince;
		const firstStepMs = MIN_QUIET_MS + QUIET_MS_PER_START * this.rate;
		if (quietMs < firstStepMs) return this.rate;
		const steps = 1 + Math.floor((quietMs - firstStepMs) / STEP_MS);
		return Math.min(REQUESTS_PER_SECOND, Math.floor(this.rate) + steps);
	}
}
