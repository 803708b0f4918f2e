const MAX_RESPONSE_TIMES = 10;
/** Factor on writes in flight, as response times vary. */
const ALLOWANCE = 1.5;
/** With 1, a slow response would delay a start. */
const MIN_LIMIT = 2;
/** Silence after which one more may start: a lost response must not stop the others. */
const GROWTH_MS = 1_000;
/** Before the first response. */
const FIRST_GROWTH_MS = 110;
const MAX_FIRST_LIMIT = 10;

export interface Write {
	startedAt: number;
	isRetry: boolean;
}

/** Limits the writes in flight by the rate and recent response times (Little's law). After a failure, the limit is 1. */
export class WriteWindow {
	/** In order of their start, without those that started before the last answered one. */
	private inFlight: Write[] = [];
	private readonly responseTimesMs: number[] = [];

	hasRoom(now: number, intervalMs: number, isFailing: boolean): boolean {
		if (this.inFlight.length === 0) return true;
		const silenceMs = now - this.inFlight[0].startedAt;
		return this.inFlight.length < this.limit(silenceMs, intervalMs, isFailing);
	}

	start(write: Write): void {
		this.inFlight.push(write);
	}

	endUnanswered(write: Write): void {
		this.inFlight = this.inFlight.filter((one) => one !== write);
	}

	endAnswered(write: Write, now: number): void {
		this.responseTimesMs.push(now - write.startedAt);
		if (this.responseTimesMs.length > MAX_RESPONSE_TIMES) this.responseTimesMs.shift();
		this.inFlight.splice(0, this.inFlight.indexOf(write) + 1);
	}

	private limit(silenceMs: number, intervalMs: number, isFailing: boolean): number {
		if (this.responseTimesMs.length === 0) {
			const limit = 1 + Math.floor(silenceMs / (isFailing ? GROWTH_MS : FIRST_GROWTH_MS));
			return Math.min(limit, MAX_FIRST_LIMIT);
		}
		const needed = Math.ceil((ALLOWANCE * Math.max(...this.responseTimesMs)) / intervalMs);
		const limit = Math.max(MIN_LIMIT, needed);
		const growth = Math.min(limit, Math.floor(silenceMs / GROWTH_MS));
		return (isFailing ? 1 : limit) + growth;
	}
}
