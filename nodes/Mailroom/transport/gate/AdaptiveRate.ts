import { REQUESTS_PER_SECOND } from '../../service';

/** Longer than a second, because travel times differ. */
export const WINDOW_MS = 1040;
const HALF = REQUESTS_PER_SECOND / 2;
const MIN_RATE = 1;
const DECREASE_FOR_JITTER = 0.15;
/** 429s this close have one cause. */
const RELATED_MS = 2_000;
/** Higher rates grow later, so processes' rates converge. */
const QUIET_MS_PER_START = 1_200;
const MIN_QUIET_MS = 3_000;
const INCREASE_EVERY_MS = 1_000;

/** Starts per window, by additive increase and multiplicative decrease. For the constants see test/transport/simulation/README.md. */
export class AdaptiveRate {
	private rate = REQUESTS_PER_SECOND;
	private quietSince = -Infinity;
	/** Earlier requests say nothing about the current rate. */
	private changedAt = -Infinity;
	private throttledInARow = 0;

	intervalMs(now: number): number {
		return WINDOW_MS / this.rateAt(now);
	}

	onNotThrottled(startedAt: number): void {
		if (startedAt >= this.changedAt) this.throttledInARow = 0;
	}

	/** @returns whether the whole queue must pause */
	onThrottled(now: number, startedAt: number): boolean {
		if (startedAt < this.changedAt) return false;
		const rate = this.rateAt(now);
		const isRelated = now - this.quietSince < RELATED_MS;
		this.throttledInARow++;
		this.quietSince = now;
		if (this.throttledInARow > 1) {
			// Later 429s belong to the same event, which at most halves the rate.
			const decreased = rate > HALF ? HALF : rate - 1;
			this.setRate(this.throttledInARow === 2 ? decreased : rate, now);
			return true;
		}
		// A single 429 may be chance.
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
		const steps = 1 + Math.floor((quietMs - firstStepMs) / INCREASE_EVERY_MS);
		return Math.min(REQUESTS_PER_SECOND, Math.floor(this.rate) + steps);
	}
}
