const MAX_RESPONSE_TIMES = 10;
const ALLOWANCE = 1.5;
/** With 1, a slow response would delay a start. */
const MIN_LIMIT = 2;
/** Silence after which one more may start: a lost response must not stop the others. */
const GROWTH_MS = 1_000;
const FIRST_GROWTH_MS = 110;
const MAX_FIRST_LIMIT = 10;

export interface InFlight {
	kind: 'read' | 'write' | 'probe';
	isRetry: boolean;
	startedAt: number;
}

/** As many writes as the rate needs at recent response times (Little's law), one after a failure. */
export class ConcurrencyLimit {
	/** In order, only those started after the last answered one. */
	private inFlight: InFlight[] = [];
	private readonly responseTimesMs: number[] = [];

	/** @param intervalMs between two starts */
	hasCapacity(now: number, intervalMs: number, isFailing: boolean): boolean {
		if (this.inFlight.length === 0) return true;
		const silenceMs = now - this.inFlight[0].startedAt;
		return this.inFlight.length < this.limitAfter(silenceMs, intervalMs, isFailing);
	}

	start(write: InFlight): void {
		this.inFlight.push(write);
	}

	onAnswered(write: InFlight, now: number): void {
		this.responseTimesMs.push(now - write.startedAt);
		if (this.responseTimesMs.length > MAX_RESPONSE_TIMES) this.responseTimesMs.shift();
		this.inFlight.splice(0, this.inFlight.indexOf(write) + 1);
	}

	onUnanswered(write: InFlight): void {
		this.inFlight = this.inFlight.filter((one) => one !== write);
	}

	private limitAfter(silenceMs: number, intervalMs: number, isFailing: boolean): number {
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
