import { randomUUID } from 'node:crypto';
import type { Claim } from './Claim';
import type { Clock } from '../transport/clock';

/**
 * Other n8n processes take less from reading the history to having written it, so a write is not lost later than this. Claims are
 * waited for. Outcomes are not: those are looked at so late that a process that stands still for seconds does no harm.
 */
const DELAYS = {
	claim: { afterMs: 200, timesAsSlow: 2, mostMs: 5_000 },
	outcome: { afterMs: 2_000, timesAsSlow: 4, mostMs: 30_000 },
};
/**
 * A call that took so long may have overwritten what others had verified before it wrote. They repair that when they next look, and
 * what is claimed meanwhile is looked at after that.
 */
const SLOW_CALL_MS = 1_000;
/** Where this process takes long, the others may, too: it waits some times as long as the slowest of its last calls took. */
const CALLS_REMEMBERED = 10;

/** Verified marks that are kept for removals. */
const MAX_SPARE_MARKS = 8;

/** A write, until it is known whether another process has overwritten it. */
interface Write {
	/** Recorded with the claims, or removed with what was removed. */
	mark: string;
	/** When it cannot be lost any more, by the clock. */
	dueAt: number;
	claims: Claim[];
}

/** The findings of a look at earlier writes. */
export interface Findings {
	/** Recorded, and it cannot be lost any more. */
	verified: Claim[];
	/** Recorded in vain: another process has overwritten it. */
	lost: Claim[];
	/** Removed for good. */
	gone: Claim[];
	/** Another process has brought back what was removed. */
	back: Claim[];
	/** Whether another process has written what it had read before an earlier write: even what was verified may be lost. */
	isAnyLost: boolean;
}

/**
 * Detects lost updates. Another process that had read the history before a write, and has written it since, has overwritten that write. So
 * a mark is recorded with each write, and is missing then. A mark that stands is removed with a later removal, and is back when that
 * was lost.
 */
export class WriteVerifier {
	private recorded: Write[] = [];

	private removed: Write[] = [];

	/** Marks that are in the store for good, for removals. */
	private spare: string[] = [];

	/** The mark of the write that is being made. */
	private next = '';

	/** The mark that goes with the removal that is being made. */
	private leaving: string | undefined;

	/** All marks that are in the store, or may be. */
	private readonly stored = new Set<string>();

	/** Those that are looked for in this write. Looking for a removed mark brings it back, so each is looked for once. */
	private asked: Write[] = [];

	private readonly callTimesMs: number[] = [];

	constructor(private readonly clock: Clock) {}

	/** When there is something to look at. */
	get dueAt(): number {
		const waiting = this.recorded.filter(({ claims }) => claims.length > 0);
		return earliest([...waiting, ...this.removed]) ?? Infinity;
	}

	/** From when on a removal can be verified: it takes a mark with it. */
	get removableAt(): number {
		return this.canRemove ? -Infinity : (earliest(this.recorded) ?? -Infinity);
	}

	get canRemove(): boolean {
		return this.spare.length > 0;
	}

	/** Times a call of the store. */
	async timed<T>(call: () => Promise<T>): Promise<T> {
		const startedAt = this.clock.now();
		try {
			return await call();
		} finally {
			this.callTimesMs.push(this.clock.now() - startedAt);
			if (this.callTimesMs.length > CALLS_REMEMBERED) this.callTimesMs.shift();
		}
	}

	/** To be removed with what is to go. */
	valuesToRemove(): string[] {
		const garbage = this.takeGarbage();
		this.leaving = this.spare.shift();
		return this.leaving === undefined ? garbage : [this.leaving, ...garbage];
	}

	/** Everything, when nothing is left to be verified. */
	takeAll(): string[] {
		this.spare = [];
		this.recorded = [];
		return this.takeGarbage();
	}

	/** To be recorded with each write. */
	valuesToRecord(): string[] {
		this.next = `${randomUUID()}:mark`;
		const now = this.clock.now();
		this.asked = this.removed.filter(({ dueAt }) => dueAt <= now);
		const values = [...this.recorded, ...this.asked].map(({ mark }) => mark);
		values.push(this.next);
		for (const value of values) this.stored.add(value);
		return values;
	}

	/**
	 * @param there what the store had of what was recorded
	 * @param readAt when the recording began
	 * @param removed what this write has removed before
	 */
	look(
		there: ReadonlySet<string>,
		{ readAt, removed }: { readAt: number; removed: Claim[] },
	): Findings {
		const lost = this.recorded.filter(({ mark }) => !there.has(mark));
		const verified = this.recorded.filter(({ mark, dueAt }) => there.has(mark) && dueAt <= readAt);
		this.recorded = this.recorded.filter((one) => !lost.includes(one) && !verified.includes(one));

		const back = this.asked.filter(({ mark }) => there.has(mark));
		const gone = this.asked.filter((one) => !back.includes(one));
		this.removed = this.removed.filter((one) => !this.asked.includes(one));
		if (removed.length > 0 && this.leaving !== undefined) {
			const dueAt = this.dueAfter('outcome');
			this.removed.push({ mark: this.leaving, dueAt, claims: removed });
		}
		this.spare = [...this.spare, ...verified.map((one) => one.mark)].slice(-MAX_SPARE_MARKS);
		return {
			verified: claimsOf(verified),
			lost: claimsOf(lost),
			gone: claimsOf(gone),
			back: claimsOf(back),
			isAnyLost: lost.length > 0,
		};
	}

	/** From now on these are to be verified by the write that was looked with last. */
	add(claims: Claim[]): void {
		for (const one of this.recorded) {
			one.claims = one.claims.filter((claim) => !claims.includes(claim));
		}
		this.recorded.push({ mark: this.next, dueAt: this.dueAfter('claim'), claims });
	}

	/** How long after it was written an outcome is looked at. */
	get outcomeAfterMs(): number {
		return this.afterMs('outcome');
	}

	get slowestCallMs(): number {
		return Math.max(0, ...this.callTimesMs);
	}

	private dueAfter(what: keyof typeof DELAYS): number {
		return this.clock.now() + this.afterMs(what);
	}

	private afterMs(what: keyof typeof DELAYS): number {
		const { afterMs, timesAsSlow, mostMs } = DELAYS[what];
		const slowest = this.slowestCallMs;
		if (what === 'claim' && slowest >= SLOW_CALL_MS) return mostMs;
		return Math.min(mostMs, Math.max(afterMs, timesAsSlow * slowest));
	}

	/** Takes the values that nobody needs any more. */
	private takeGarbage(): string[] {
		const needed = new Set([
			...this.spare,
			...[...this.recorded, ...this.removed].map(({ mark }) => mark),
		]);
		const garbage = [...this.stored].filter((value) => !needed.has(value));
		for (const value of garbage) this.stored.delete(value);
		return garbage;
	}
}

function earliest(some: Array<{ dueAt: number }>): number | undefined {
	return some.length > 0 ? Math.min(...some.map(({ dueAt }) => dueAt)) : undefined;
}

function claimsOf(some: Array<{ claims: Claim[] }>): Claim[] {
	return some.flatMap(({ claims }) => claims);
}
