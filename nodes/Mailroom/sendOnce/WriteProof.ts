import { randomUUID } from 'node:crypto';
import type { Claim } from './Claim';
import type { Clock } from '../transport/clock';

/**
 * Other n8n processes take less from reading the history to having written it, and so nobody undoes a write later than this. Claims
 * are waited for, outcomes are not: those are looked at so late that a process that stands still for seconds does no harm.
 */
const PROVEN_AFTER_MS = { claim: 200, outcome: 2_000 };
/** Where this process takes longer itself, the others may, too: so many times as long as the slowest of its last calls. */
const TIMES_AS_SLOW = 2;
const CALLS_REMEMBERED = 10;
const MAX_SLOWEST_MS = 2_500;

/** A write of the history, until it is known whether it stands. */
interface Recorded {
	mark: string;
	/** When nobody can undo it any more, by the clock. */
	dueAt: number;
	claims: Claim[];
}

interface Removed {
	/** Was in the store before, and went with what was removed; undefined where that is not certain. */
	sentinel: string | undefined;
	dueAt: number;
	claims: Claim[];
}

/** What the look at earlier writes has shown. */
export interface Looked {
	/** Recorded, and nobody can undo it any more. */
	proven: Claim[];
	/** Recorded in vain: another process has undone it. */
	undone: Claim[];
	/** Removed for good. */
	gone: Claim[];
	/** Another process has brought back what was removed, or may have. */
	back: Claim[];
}

/**
 * Tells whether what was written to the history stands. Another process that had read it before, and has written it since, has
 * undone the write: then a mark that was recorded with it is gone, or a sentinel that was removed with it is back.
 */
export class WriteProof {
	private recorded: Recorded[] = [];

	private removed: Removed[] = [];

	/** Of the last write. `leaver` goes with the next removal. */
	private last: { mark: string; leaver: string } | undefined;

	private next = newSentinels();

	/** Everything of this in the store. */
	private readonly stored = new Set<string>();

	private readonly callTimesMs: number[] = [];

	/** The sentinels of removals that are looked for in this write: whoever looks for one, brings it back. */
	private asked: Removed[] = [];

	constructor(private readonly clock: Clock) {}

	/** When there is something to look at. */
	get dueAt(): number {
		const dues = [...this.recorded, ...this.removed].map(({ dueAt }) => dueAt);
		return dues.reduce((least, dueAt) => Math.min(least, dueAt), Infinity);
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
		return [...(this.last ? [this.last.leaver] : []), ...this.takeGarbage()];
	}

	get garbageCount(): number {
		return this.garbage.length;
	}

	/** Everything, when nothing is left to be proven. */
	takeAll(): string[] {
		this.last = undefined;
		return this.takeGarbage();
	}

	private takeGarbage(): string[] {
		const { garbage } = this;
		for (const value of garbage) this.stored.delete(value);
		return garbage;
	}

	/** To be recorded with each write. */
	valuesToRecord(): string[] {
		const now = this.clock.now();
		this.next = newSentinels();
		this.asked = this.removed.filter(({ dueAt }) => dueAt <= now);
		const values = [
			...(this.last ? [this.last.mark] : []),
			...this.recorded.map(({ mark }) => mark),
			...this.asked.flatMap(({ sentinel }) => sentinel ?? []),
			this.next.mark,
			this.next.leaver,
		];
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
	): Looked {
		const undone = this.recorded.filter(({ mark }) => !there.has(mark));
		const proven = this.recorded.filter(
			({ mark, dueAt }) => there.has(mark) && dueAt <= readAt,
		);
		this.recorded = this.recorded.filter((one) => !undone.includes(one) && !proven.includes(one));

		const { asked } = this;
		const back = asked.filter(({ sentinel }) => sentinel === undefined || there.has(sentinel));
		const gone = asked.filter((one) => !back.includes(one));
		this.removed = this.removed.filter((one) => !asked.includes(one));
		if (removed.length > 0) {
			// Where the last write was undone, its leaver may have been gone before.
			const isThere = this.last !== undefined && there.has(this.last.mark);
			const sentinel = isThere ? this.last?.leaver : undefined;
			this.removed.push({ sentinel, dueAt: this.dueAfter('outcome'), claims: removed });
		}
		this.last = this.next;
		const claimsOf = (some: Array<{ claims: Claim[] }>) => some.flatMap(({ claims }) => claims);
		return {
			proven: claimsOf(proven),
			undone: claimsOf(undone),
			gone: claimsOf(gone),
			back: claimsOf(back),
		};
	}

	/** From now on these are to be proven by the write that was looked with last. */
	add(claims: Claim[]): void {
		const { mark } = this.next;
		if (claims.length > 0) this.recorded.push({ mark, dueAt: this.dueAfter('claim'), claims });
	}

	private dueAfter(what: keyof typeof PROVEN_AFTER_MS): number {
		const slowest = Math.min(MAX_SLOWEST_MS, Math.max(0, ...this.callTimesMs));
		return this.clock.now() + Math.max(PROVEN_AFTER_MS[what], TIMES_AS_SLOW * slowest);
	}

	private get garbage(): string[] {
		const needed = new Set([
			...(this.last ? [this.last.mark, this.last.leaver] : []),
			...this.recorded.map(({ mark }) => mark),
			...this.removed.flatMap(({ sentinel }) => sentinel ?? []),
		]);
		return [...this.stored].filter((value) => !needed.has(value));
	}
}

function newSentinels(): { mark: string; leaver: string } {
	const id = randomUUID();
	return { mark: `${id}:mark`, leaver: `${id}:leaver` };
}
