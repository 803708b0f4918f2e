import { randomUUID } from 'node:crypto';
import type { Claim } from './Claim';
import type { Clock } from '../transport/clock';

/**
 * Other processes read and write the history within this time, so they cannot undo a write later. Outcomes can be checked late,
 * when even a stalled process has written.
 */
const DELAYS = {
	claim: { afterMs: 200, timesAsSlow: 2, mostMs: 5_000 },
	outcome: { afterMs: 2_000, timesAsSlow: 4, mostMs: 30_000 },
};
/** May have overwritten what others had verified. They repair that when they next look. */
const SLOW_CALL_MS = 1_000;
/** Where this process takes long, others may, too. */
const CALLS_REMEMBERED = 10;
const MAX_SPARE_MARKS = 8;

interface Write {
	mark: string;
	/** When it cannot be lost any more. */
	dueAt: number;
	claims: Claim[];
}

export type Findings = ReturnType<WriteVerifier['look']>;

/**
 * Detects lost updates. A mark is recorded with each write, and is missing when that was lost; later it is removed with a removal, and is
 * back when that was lost.
 */
export class WriteVerifier {
	private recorded: Write[] = [];

	private removed: Write[] = [];

	/** Verified, for removals. */
	private spare: string[] = [];

	private next = '';

	private leaving: string | undefined;

	private readonly stored = new Set<string>();

	/** Checked only once, because checking adds the mark again. */
	private asked: Write[] = [];

	private readonly callTimesMs: number[] = [];

	constructor(private readonly clock: Clock) {}

	get dueAt(): number {
		return earliest([...this.recorded.filter(({ claims }) => claims.length > 0), ...this.removed]);
	}

	get removableAt(): number {
		return this.canRemove || this.recorded.length === 0 ? -Infinity : earliest(this.recorded);
	}

	get canRemove(): boolean {
		return this.spare.length > 0;
	}

	get outcomeAfterMs(): number {
		return this.afterMs('outcome');
	}

	get slowestCallMs(): number {
		return Math.max(0, ...this.callTimesMs);
	}

	async timed<T>(call: () => Promise<T>): Promise<T> {
		const startedAt = this.clock.now();
		try {
			return await call();
		} finally {
			this.callTimesMs.push(this.clock.now() - startedAt);
			if (this.callTimesMs.length > CALLS_REMEMBERED) this.callTimesMs.shift();
		}
	}

	valuesToRemove(): string[] {
		const garbage = this.takeGarbage();
		this.leaving = this.spare.shift();
		return this.leaving === undefined ? garbage : [this.leaving, ...garbage];
	}

	takeAll(): string[] {
		this.spare = [];
		this.recorded = [];
		return this.takeGarbage();
	}

	valuesToRecord(): string[] {
		this.next = `${randomUUID()}:mark`;
		const now = this.clock.now();
		this.asked = this.removed.filter(({ dueAt }) => dueAt <= now);
		const values = [...[...this.recorded, ...this.asked].map(({ mark }) => mark), this.next];
		for (const value of values) this.stored.add(value);
		return values;
	}

	/** @param readAt when the recording began */
	look(there: ReadonlySet<string>, { readAt, removed }: { readAt: number; removed: Claim[] }) {
		const lost = this.recorded.filter(({ mark }) => !there.has(mark));
		const verified = this.recorded.filter(({ mark, dueAt }) => there.has(mark) && dueAt <= readAt);
		this.recorded = this.recorded.filter((one) => !lost.includes(one) && !verified.includes(one));

		const back = this.asked.filter(({ mark }) => there.has(mark));
		const gone = this.asked.filter((one) => !back.includes(one));
		this.removed = this.removed.filter((one) => !this.asked.includes(one));
		if (removed.length > 0 && this.leaving !== undefined) {
			this.removed.push({ ...this.writeOf(this.leaving, 'outcome'), claims: removed });
		}
		this.spare = [...this.spare, ...verified.map((one) => one.mark)].slice(-MAX_SPARE_MARKS);
		const claimsOf = (some: Write[]) => some.flatMap(({ claims }) => claims);
		return {
			verified: claimsOf(verified),
			lost: claimsOf(lost),
			/** Removed for good. */
			gone: claimsOf(gone),
			/** Removed in vain. */
			back: claimsOf(back),
			/** Even what was verified may be lost. */
			isAnyLost: lost.length > 0,
		};
	}

	add(claims: Claim[]): void {
		for (const one of this.recorded) {
			one.claims = one.claims.filter((claim) => !claims.includes(claim));
		}
		this.recorded.push({ ...this.writeOf(this.next, 'claim'), claims });
	}

	private writeOf(mark: string, what: keyof typeof DELAYS) {
		return { mark, dueAt: this.clock.now() + this.afterMs(what) };
	}

	private afterMs(what: keyof typeof DELAYS): number {
		const { afterMs, timesAsSlow, mostMs } = DELAYS[what];
		const slowest = this.slowestCallMs;
		if (what === 'claim' && slowest >= SLOW_CALL_MS) return mostMs;
		return Math.min(mostMs, Math.max(afterMs, timesAsSlow * slowest));
	}

	private takeGarbage(): string[] {
		const marks = [...this.recorded, ...this.removed].map(({ mark }) => mark);
		const needed = new Set([...this.spare, ...marks]);
		const garbage = [...this.stored].filter((value) => !needed.has(value));
		for (const value of garbage) this.stored.delete(value);
		return garbage;
	}
}

function earliest(some: Write[]): number {
	return Math.min(...some.map(({ dueAt }) => dueAt));
}
