import type { Clock } from '../transport/clock';

const CALLS_REMEMBERED = 10;

/** Time for other processes to write the set they have read. */
const SETTLES = { minMs: 200, timesAsSlow: 2, maxMs: 5_000 };
/** A call this slow may have overwritten claims of others. They need time for repairs. */
const SLOW_CALL_MS = 1_000;
/** Time before a removal is checked. */
const CHECKED = { minMs: 2_000, timesAsSlow: 4, maxMs: 30_000 };

/** Estimates from the last calls of this process how long other processes may take. */
export class CallTimes {
	private readonly callsMs: number[] = [];

	constructor(private readonly clock: Clock) {}

	async timed<T>(call: () => Promise<T>): Promise<T> {
		const startedAt = this.clock.now();
		try {
			return await call();
		} finally {
			this.callsMs.push(this.clock.now() - startedAt);
			if (this.callsMs.length > CALLS_REMEMBERED) this.callsMs.shift();
		}
	}

	get slowestMs(): number {
		return Math.max(0, ...this.callsMs);
	}

	get settlesAfterMs(): number {
		return this.slowestMs >= SLOW_CALL_MS ? SETTLES.maxMs : this.within(SETTLES);
	}

	get checkedAfterMs(): number {
		return this.within(CHECKED);
	}

	private within({ minMs, timesAsSlow, maxMs }: typeof SETTLES): number {
		return Math.min(maxMs, Math.max(minMs, timesAsSlow * this.slowestMs));
	}
}
