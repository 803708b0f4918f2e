import type { Clock } from '../transport/clock';

/** Where this process takes long, others may, too. */
const CALLS_REMEMBERED = 10;

/** Other processes read and write the history within this time, so they cannot undo a claim later. */
const SETTLES = { minMs: 200, timesAsSlow: 2, maxMs: 5_000 };
/** A slow call may have overwritten what others had settled. They repair that when they next look. */
const SLOW_CALL_MS = 1_000;
/** Removals can be checked late, when even a stalled process has written. */
const CHECKED = { minMs: 2_000, timesAsSlow: 4, maxMs: 30_000 };

/** Waiting times for other processes, from how long the last calls of the store took. */
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
