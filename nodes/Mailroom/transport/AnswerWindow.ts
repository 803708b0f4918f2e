/** How many answer times the window looks back on. */
const ANSWERS_REMEMBERED = 10;
/** An answer may take so many times as long as the slowest of late before its request holds others up. */
const ALLOWANCE = 1.5;
/** Less would let a single late answer cost a start. */
const MIN_SIZE = 2;
/** With every second of silence one more may start: a single request without an answer is not to stop the others. */
const GROWTH_MS = 1_000;
/**
 * Before the first answer nobody knows how long one takes. It may take a second before that costs a start; what never answers
 * gets no more than a service that falls silent later.
 */
const FIRST_GROWTH_MS = 110;
const MAX_FIRST_SIZE = 10;

interface UnderWay {
	startedAt: number;
}

/**
 * How many requests that change something may be under way together: as many as the pace needs at the answer times just seen.
 * When the service falls silent, only these are in doubt.
 */
export class AnswerWindow {
	/** In the order of their starts, without those that a later one has overtaken: their silence is their own. */
	private underWay: UnderWay[] = [];

	private readonly answerTimesMs: number[] = [];

	start(now: number): UnderWay {
		const request = { startedAt: now };
		this.underWay.push(request);
		return request;
	}

	/** @param isAnswered whether the service answered, and not with a failure of its own */
	end(request: UnderWay, now: number, isAnswered: boolean): void {
		const index = this.underWay.indexOf(request);
		if (isAnswered) {
			this.answerTimesMs.push(now - request.startedAt);
			if (this.answerTimesMs.length > ANSWERS_REMEMBERED) this.answerTimesMs.shift();
			this.underWay.splice(0, index + 1);
		} else if (index !== -1) {
			this.underWay.splice(index, 1);
		}
	}

	/**
	 * @param intervalMs between two starts
	 * @param isFailing whether the last answer was a failure: then those under way are waited for
	 */
	isOpen(now: number, intervalMs: number, isFailing: boolean): boolean {
		if (this.underWay.length === 0) return true;
		const silenceMs = now - this.underWay[0].startedAt;
		return this.underWay.length < this.sizeAfter(silenceMs, intervalMs, isFailing);
	}

	private sizeAfter(silenceMs: number, intervalMs: number, isFailing: boolean): number {
		if (this.answerTimesMs.length === 0) {
			const size = 1 + Math.floor(silenceMs / (isFailing ? GROWTH_MS : FIRST_GROWTH_MS));
			return Math.min(size, MAX_FIRST_SIZE);
		}
		const needed = Math.ceil((ALLOWANCE * Math.max(...this.answerTimesMs)) / intervalMs);
		const size = Math.max(MIN_SIZE, needed);
		const growth = Math.min(size, Math.floor(silenceMs / GROWTH_MS));
		return (isFailing ? 1 : size) + growth;
	}
}
