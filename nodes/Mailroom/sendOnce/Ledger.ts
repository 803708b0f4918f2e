import type { Clock } from '../transport/clock';
import type { Claim, Ending } from './Claim';
import { ClaimQueue } from './ClaimQueue';
import { ClaimRequest, type Claimant } from './ClaimRequest';
import type { Entry } from './dedupEntry';
import type { DedupStore } from './DedupStore';
import { WriteMarks } from './WriteMarks';

/** After each cycle. Meanwhile, other processes write what they have read. They tend to be slow when this one is. */
const PAUSE = { minMs: 300, timesAsSlow: 2, maxMs: 5_000 };
const CALLS_COUNT_FOR_MS = 20_000;
/** Otherwise, the checks of two processes could undo each other forever. */
const CHECK_AFTER_MS = 1_000;
/** Claims of executions that start together share the first record. */
const GATHER_MS = 20;
/** A single call may fail, such as the first ones of two processes. */
const MAX_FAILURES = 1;
const RETRY_AFTER_MS = 1_000;
/** A longer timer would delay the end of the process. */
const MAX_SLEEP_MS = 1_000;

/** The only writer of a node's history in this process. docs/design/send-once.md describes the protocol. */
export class Ledger {
	private readonly queue: ClaimQueue;
	private readonly marks = new WriteMarks();
	/** The last calls of the store. */
	private calls: Array<{ endedAt: number; tookMs: number }> = [];
	private maxEntries = 0;
	private endedAt = -Infinity;
	/** In a row. */
	private failures = 0;
	/** Set while the store fails. */
	private error: Error | undefined;
	private isRunning = false;
	private wakeUp = () => {};
	private waitingForCycle: Array<() => void> = [];

	constructor(
		private readonly clock: Clock,
		private store: DedupStore,
	) {
		this.queue = new ClaimQueue(clock);
	}

	/** Must be called by each run. The largest history counts. */
	use(store: DedupStore, maxEntries: number): void {
		this.store = store;
		this.maxEntries = Math.max(this.maxEntries, maxEntries);
	}

	/** Must be called in the order of the run's requests. */
	claim(emails: Entry[], claimant: Claimant): ClaimRequest {
		const request = new ClaimRequest(emails, claimant, this.clock.now());
		this.queue.add(request);
		this.goOn();
		return request;
	}

	/**
	 * Must be called right before a request leaves, also for a retry.
	 *
	 * @returns whether it may leave; if not, it waits until it is ready again
	 */
	start(claims: Claim[]): boolean {
		const now = this.clock.now();
		const canStart = claims.every((claim) => claim.mayStart && !claim.isStartOverdue(now));
		if (canStart) for (const claim of claims) claim.isStarted = true;
		else this.queue.update();
		this.goOn();
		return canStart;
	}

	/** Stores the ending a moment later. */
	end(request: ClaimRequest, name: string, ending: Ending): void {
		const claim = request.claimOf(name);
		request.answers.set(name, 'notWanted');
		claim?.end(ending);
		if (claim && ending === 'sent') this.queue.noteSent(claim.email);
		if (claim && ending === 'inDoubt') this.queue.leaveInDoubt(claim);
		this.goOn();
	}

	/**
	 * Releases a run's unsent claims and waits until all endings are stored.
	 *
	 * @throws the store's error if they can't be stored
	 */
	async finish(claimant: Claimant): Promise<void> {
		const own = () => this.queue.all.filter(({ request }) => request.claimant === claimant);
		for (const claim of own()) claim.end('released');
		const isStored = () => own().every(({ stage }) => stage === 'removed');
		while (!isStored() || (this.failures > 0 && !this.queue.isEmpty)) {
			await new Promise<void>((resolve) => {
				this.waitingForCycle.push(resolve);
				this.goOn();
			});
			if (this.error) throw this.error;
		}
	}

	private goOn(): void {
		this.wakeUp();
		if (!this.isRunning) void this.run();
	}

	private async run(): Promise<void> {
		const { clock, queue } = this;
		this.isRunning = true;
		await clock.sleep(GATHER_MS);
		for (queue.update(); !queue.isEmpty; queue.update()) {
			const waitMs = this.nextCycleAt - clock.now();
			if (waitMs <= 0) await this.cycle();
			else {
				const changed = new Promise<void>((resolve) => (this.wakeUp = resolve));
				await Promise.race([changed, clock.sleep(Math.min(waitMs, MAX_SLEEP_MS))]);
			}
		}
		const left = this.marks.clear();
		// Marks that remain are harmless.
		if (left.length > 0) await this.call(async (store) => await store.remove(left)).catch(() => {});
		this.endCycle();
		this.isRunning = false;
		if (!queue.isEmpty) this.goOn();
	}

	private get nextCycleAt(): number {
		const { queue, endedAt } = this;
		const slowMs = PAUSE.timesAsSlow * Math.max(0, ...this.calls.map(({ tookMs }) => tookMs));
		const pausedUntil = endedAt + Math.min(PAUSE.maxMs, Math.max(PAUSE.minMs, slowMs));
		if (this.error) return Math.max(pausedUntil, endedAt + RETRY_AFTER_MS);
		const isDue = ({ stage, isToBeRemoved }: Claim) => stage === 'written' || isToBeRemoved;
		if (this.failures > 0 || queue.all.some(isDue)) return pausedUntil;
		const isToBeChecked = queue.all.some(({ stage }) => stage === 'removed');
		const checkAt = isToBeChecked ? pausedUntil + CHECK_AFTER_MS : Infinity;
		return Math.max(pausedUntil, Math.min(checkAt, queue.nextStepAt));
	}

	private async cycle(): Promise<void> {
		try {
			await this.removeEnded(await this.record());
			// Otherwise, a removal that always fails would never count as a failure in a row.
			if (this.marks.isRemovalUndone) return;
			this.failures = 0;
			this.error = undefined;
		} catch (error) {
			this.failures++;
			if (this.failures > MAX_FAILURES) {
				this.error = error instanceof Error ? error : new Error(String(error));
				this.queue.fail(this.error);
			}
		} finally {
			this.endCycle();
		}
	}

	private endCycle(): void {
		for (const resolve of this.waitingForCycle.splice(0)) resolve();
	}

	/** @returns claims that can be removed if they have ended: those that were sent, and those whose entries this record has looked at */
	private async record(): Promise<Claim[]> {
		const { queue, marks, maxEntries } = this;
		const fresh = new Set(queue.claimNext());
		const claims = queue.all;
		const held = new Set(claims.filter(({ isHeld }) => isHeld));
		const { mark, lookedFor } = marks.next();
		const values = new Set(claims.flatMap((claim) => claim.valuesToRecord()));
		// A claim that ends during the call may be stored.
		for (const claim of fresh) claim.stage = 'written';
		const all = [...values, ...lookedFor, mark];
		const askedAt = this.clock.now();
		const record = this.call(async (store) => await store.record(all, maxEntries));
		const stored = await record.catch((error: unknown) => {
			marks.onFailed(mark);
			for (const claim of fresh) claim.stage = 'new';
			throw error;
		});
		marks.onRecorded(mark, stored);
		const removable = claims.filter(({ stage, isSent }) => isSent || stage === 'settled');
		for (const claim of claims) {
			if (claim.stage === 'settled') claim.compareWith(stored);
			else if (claim.stage === 'removed') this.checkRemoval(claim, stored);
			else if (marks.isLastWriteKept && !fresh.has(claim)) claim.settle(askedAt);
			else if (held.has(claim)) queue.endUnlessFree(claim, stored);
			// Nothing of it is stored: it was given back meanwhile, and the write was undone.
			else queue.forget(claim);
		}
		queue.update();
		return removable;
	}

	private checkRemoval(claim: Claim, stored: ReadonlySet<string>): void {
		const { isRemovalUndone, isUnclear } = this.marks;
		const isUndone = isRemovalUndone || (isUnclear && claim.isSent) || !claim.isEndingIn(stored);
		if (isUndone) claim.stage = 'settled';
		else this.queue.forget(claim);
	}

	private async removeEnded(removable: Claim[]): Promise<void> {
		const ended = removable.filter(({ isToBeRemoved }) => isToBeRemoved);
		if (ended.length === 0 || !this.marks.isLastWriteKept) return;
		const values = ended.flatMap((claim) => claim.valuesToRemove());
		// If the call fails, the next record tells whether they were removed.
		for (const claim of ended) claim.stage = 'removed';
		const all = [...values, ...this.marks.toRemove()];
		await this.call(async (store) => await store.remove(all));
	}

	private async call<T>(ask: (store: DedupStore) => Promise<T>): Promise<T> {
		const startedAt = this.clock.now();
		try {
			return await ask(this.store);
		} finally {
			const endedAt = this.clock.now();
			this.endedAt = endedAt;
			this.calls.push({ endedAt, tookMs: endedAt - startedAt });
			this.calls = this.calls.filter((call) => call.endedAt > endedAt - CALLS_COUNT_FOR_MS);
		}
	}
}
