const MAX_RESPONSE_TIMES = 10;
/** Factor on writes in flight, as response times vary. */
const ALLOWANCE = 1.5;
/** With 1, a slow response would delay a start. */
const MIN_SIZE = 2;
/** Silence after which one more may start: a lost response must not stop the others. */
const GROWTH_MS = 1_000;
/** Like `GROWTH_MS`, before the first response. */
const FIRST_GROWTH_MS = 110;
const MAX_FIRST_SIZE = 10;

export interface Write {
	startedAt: number;
	isRetry: boolean;
}

/** Limits the writes in flight by the rate and recent response times (Little's law). After a failure, the limit is 1. */
export class WriteWindow {
	/** Writes by start. An answered write removes all that started before it. */
	private inFlight: Write[] = [];
	private readonly responseTimesMs: number[] = [];

	/** @returns when one more may start; `Infinity`: after a response */
	opensAt(intervalMs: number, isFailing: boolean): number {
		const [first] = this.inFlight;
		if (!first) return -Infinity;
		const { size, growthMs, maxGrowth } = this.limits(intervalMs, isFailing);
		const growth = this.inFlight.length + 1 - size;
		if (growth <= 0) return -Infinity;
		return growth <= maxGrowth ? first.startedAt + growth * growthMs : Infinity;
	}

	start(write: Write): void {
		this.inFlight.push(write);
	}

	endAnswered(write: Write, now: number): void {
		this.responseTimesMs.push(now - write.startedAt);
		if (this.responseTimesMs.length > MAX_RESPONSE_TIMES) this.responseTimesMs.shift();
		this.inFlight.splice(0, this.inFlight.indexOf(write) + 1);
	}

	endUnanswered(write: Write): void {
		this.inFlight = this.inFlight.filter((one) => one !== write);
	}

	private limits(intervalMs: number, isFailing: boolean) {
		if (this.responseTimesMs.length === 0) {
			const growthMs = isFailing ? GROWTH_MS : FIRST_GROWTH_MS;
			return { size: 1, growthMs, maxGrowth: MAX_FIRST_SIZE - 1 };
		}
		const needed = Math.ceil((ALLOWANCE * Math.max(...this.responseTimesMs)) / intervalMs);
		const size = Math.max(MIN_SIZE, needed);
		return { size: isFailing ? 1 : size, growthMs: GROWTH_MS, maxGrowth: size };
	}
}
