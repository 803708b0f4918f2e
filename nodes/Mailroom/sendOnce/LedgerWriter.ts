import type { Clock } from '../transport/clock';
import type { Claim } from './Claim';
import type { ClaimQueue } from './ClaimQueue';
import { DedupStoreError, type DedupStore } from './DedupStore';
import { Marks, type Proof } from './Marks';

/** Between two cycles, so that other processes write what they have read. */
const PAUSE = { minMs: 200, timesAsSlow: 2, maxMs: 5_000 };
const CALLS_REMEMBERED = 10;
/** Otherwise, the checks of two processes could undo each other forever. */
const CHECK_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 1_000;
/** A single call can fail, such as the first calls of two processes at once. */
const MAX_FAILURES = 1;

/** Writes in cycles: one record, at most one removal, a pause. */
export class LedgerWriter {
	private readonly marks = new Marks();

	private readonly callsMs: number[] = [];

	private endedAt = -Infinity;

	private maxEntries = 0;

	private failures = 0;

	/** Set while the store keeps failing. */
	error: DedupStoreError | undefined;

	constructor(
		private readonly clock: Clock,
		private readonly queue: ClaimQueue,
		private store: DedupStore,
	) {}

	use(store: DedupStore, maxEntries: number): void {
		this.store = store;
		this.maxEntries = Math.max(this.maxEntries, maxEntries);
	}

	get isFailing(): boolean {
		return this.failures > 0 && !this.queue.isEmpty;
	}

	/** When the next cycle is due. */
	get nextAt(): number {
		const { queue, endedAt } = this;
		if (this.error) return endedAt + RETRY_AFTER_MS;
		const slowestMs = Math.max(0, ...this.callsMs);
		const pauseMs = Math.min(PAUSE.maxMs, Math.max(PAUSE.minMs, PAUSE.timesAsSlow * slowestMs));
		const pausedUntil = endedAt + pauseMs;
		const isDue = queue.all.some(({ stage, isToBeRemoved }) => stage === 'written' || isToBeRemoved);
		if (isDue || this.failures > 0 || queue.isRemovalAwaited) return pausedUntil;
		const isToBeChecked = queue.all.some(({ stage }) => stage === 'removed');
		const checkAt = isToBeChecked ? pausedUntil + CHECK_AFTER_MS : Infinity;
		return Math.min(checkAt, Math.max(pausedUntil, queue.claimAt));
	}

	async write(): Promise<void> {
		try {
			const { isLastFound } = await this.record();
			if (isLastFound) await this.removeEnded();
			this.failures = 0;
			this.error = undefined;
		} catch (error) {
			this.failures++;
			if (this.failures > MAX_FAILURES) this.error = new DedupStoreError(error);
			if (this.error) this.queue.fail(this.error);
		}
		this.endedAt = this.clock.now();
	}

	/** Marks that remain are harmless. */
	async removeMarks(): Promise<void> {
		const marks = this.marks.clear();
		if (marks.length > 0) await this.remove(marks).catch(() => {});
		this.endedAt = this.clock.now();
	}

	private async record(): Promise<Proof> {
		const { queue, marks, maxEntries } = this;
		queue.claimNext();
		const claims = queue.all;
		const fresh = new Set(claims.filter(({ stage }) => stage === 'new'));
		const held = new Set(claims.filter(({ isHeld }) => isHeld));
		const { mark, lookedFor } = marks.next();
		const values = new Set(claims.flatMap((claim) => claim.valuesToRecord()));
		// A claim that ends during the call may be stored.
		for (const claim of fresh) claim.stage = 'written';
		const record = async () =>
			await this.store.record([...values, ...lookedFor, mark], maxEntries);
		const stored = await this.timed(record).catch((error: unknown) => {
			marks.onFailed(mark);
			for (const claim of fresh) queue.recordAgain(claim);
			throw error;
		});
		const proof = marks.onRecorded(mark, stored);
		for (const claim of claims) {
			if (fresh.has(claim)) queue.judge(claim, stored);
			else if (claim.stage !== 'written') this.check(claim, stored, proof);
			else if (proof.isLastFound) claim.settle(this.clock.now());
			else if (held.has(claim)) queue.judge(claim, stored);
			// Another process has undone the write, so nothing of the claim is stored.
			else queue.forget(claim);
		}
		queue.update();
		return proof;
	}

	private check(claim: Claim, stored: ReadonlySet<string>, { isRemovalUndone }: Proof): void {
		if (claim.stage === 'settled') claim.judgeAgain(stored);
		else if (isRemovalUndone) claim.removeAgain();
		else this.queue.forget(claim);
	}

	private async removeEnded(): Promise<void> {
		const ended = this.queue.all.filter(({ canBeRemoved }) => canBeRemoved);
		if (ended.length === 0) return;
		const values = ended.flatMap((claim) => claim.valuesToRemove());
		// Even if the call fails, the values may be removed. The next record tells.
		for (const claim of ended) claim.stage = 'removed';
		await this.remove([...values, ...this.marks.toRemove()]);
	}

	private async remove(values: string[]): Promise<void> {
		await this.timed(async () => await this.store.remove(values));
	}

	private async timed<T>(call: () => Promise<T>): Promise<T> {
		const startedAt = this.clock.now();
		try {
			return await call();
		} finally {
			this.callsMs.push(this.clock.now() - startedAt);
			if (this.callsMs.length > CALLS_REMEMBERED) this.callsMs.shift();
		}
	}
}
