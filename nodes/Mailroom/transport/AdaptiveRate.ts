import { REQUESTS_PER_SECOND } from '../service';

/** Longer than the service's second, for requests that are delayed on their way. */
export const WINDOW_MS = 1040;
const HALF = REQUESTS_PER_SECOND / 2;
const MIN_RATE = 1;
const DECREASE_FOR_JITTER = 0.15;
/** 429s so close to each other have one cause. */
const RELATED_MS = 2_000;
/** A higher rate waits longer before it grows, so that the rates of several processes become equal. */
const QUIET_MS_PER_START = 1_200;
const MIN_QUIET_MS = 3_000;
/** Between two increases. */
const STEP_MS = 1_000;

/**
 * Starts per window: additive increase, multiplicative decrease (AIMD). 429s are all that a process learns of others on the same
 * limit. The constants come from simulations, see bench/simulation/README.md.
 */
export class AdaptiveRate {
	/** When `quietSince` began. */
	private rate = REQUESTS_PER_SECOND;

	private quietSince = -Infinity;

	/** Responses to requests that started earlier say nothing about the current rate. */
	private changedAt = -Infinity;

	private throttledInARow = 0;

	/** @returns time from a start at `now` to the next, in ms */
	intervalMs(now: number): number {
		return WINDOW_MS / this.rateAt(now);
	}

	/** Notes any response but a 429. */
	onAccepted(startedAt: number): void {
		if (startedAt >= this.changedAt) this.throttledInARow = 0;
	}

	/**
	 * Notes a 429 to a request.
	 *
	 * @returns whether the whole queue must pause
	 */
	onThrottled(now: number, startedAt: number): boolean {
		if (startedAt < this.changedAt) return false;
		const rate = this.rateAt(now);
		const isRelated = now - this.quietSince < RELATED_MS;
		this.throttledInARow++;
		this.quietSince = now;
		if (this.throttledInARow > 1) {
			// The third and later ones are the same event, which costs no more than the half.
			const decreased = rate > HALF ? HALF : rate - 1;
			this.setRate(this.throttledInARow === 2 ? decreased : rate, now);
			return true;
		}
		// A single 429 may be chance: requests are not equally long on their way.
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
