import type { Clock } from '../transport/clock';
import type { Claim, Ending } from './Claim';
import { ClaimQueue } from './ClaimQueue';
import { ClaimRequest, type Claimant, type EmailAsked } from './ClaimRequest';
import { DedupStoreError, type DedupStore } from './DedupStore';
import { Marks } from './Marks';
import { IF_IN_DOUBT } from './optionLabels';

/** After each cycle. Meanwhile, other processes write what they have read. */
const PAUSE = { minMs: 200, timesAsSlow: 2, maxMs: 5_000 };
const CALLS_REMEMBERED = 10;
/** Otherwise, the checks of two processes could undo each other forever. */
const CHECK_AFTER_MS = 1_000;
/** Claims of executions that start together share the first record. */
const GATHER_MS = 20;
/** A single call may fail, such as the first ones of two processes. */
const MAX_FAILURES = 1;
const RETRY_AFTER_MS = 1_000;
/** A longer timer would delay the end of the process. */
const MAX_SLEEP_MS = 1_000;

const NOT_CONFIRMED = `The next run may treat emails of this run as in doubt: see "${IF_IN_DOUBT}" in the options`;

/** The only writer of a node's history in this process. docs/design/send-once.md describes the protocol. */
export class Ledger {
	private readonly queue: ClaimQueue;
	private readonly marks = new Marks();
	private readonly callsMs: number[] = [];
	private maxEntries = 0;
	private endedAt = -Infinity;
	/** In a row. */
	private failures = 0;
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

	/** @param order of the request in its run */
	claim(emails: EmailAsked[], claimant: Claimant, order: number): ClaimRequest {
		const request = new ClaimRequest(emails, claimant, order);
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
		const isStarted = this.queue.start(claims);
		this.goOn();
		return isStarted;
	}

	/** Stores the ending a moment later. */
	end(request: ClaimRequest, name: string, ending: Ending): void {
		const claim = request.claimOf(name);
		request.answers.set(name, 'ended');
		claim?.end(ending);
		if (claim && ending === 'sent') this.queue.noteSent(claim.email);
		if (claim && ending === 'inDoubt') this.queue.leaveInDoubt(claim);
		this.goOn();
	}

	/**
	 * Releases a run's unsent claims and waits until all endings are stored.
	 *
	 * @throws DedupStoreError if they can't be stored
	 */
	async finish(claimant: Claimant): Promise<void> {
		const { queue } = this;
		const own = () => queue.all.filter(({ request }) => request.claimant === claimant);
		for (const claim of own()) claim.end('released');
		const isStored = () => own().every(({ stage }) => stage === 'removed');
		while (!isStored() || (this.failures > 0 && !queue.isEmpty)) {
			await new Promise<void>((resolve) => {
				this.waitingForCycle.push(resolve);
				this.goOn();
			});
			if (queue.error) throw new DedupStoreError(queue.error, NOT_CONFIRMED);
		}
	}

	private goOn(): void {
		this.wakeUp();
		if (!this.isRunning) void this.run();
	}

	private async run(): Promise<void> {
		const { clock, queue, marks } = this;
		this.isRunning = true;
		await clock.sleep(GATHER_MS);
		for (queue.update(); !queue.isEmpty; queue.update()) {
			const waitMs = this.nextCycleAt - clock.now();
			if (waitMs > 0) {
				const changed = new Promise<void>((resolve) => (this.wakeUp = resolve));
				await Promise.race([changed, clock.sleep(Math.min(waitMs, MAX_SLEEP_MS))]);
				continue;
			}
			await this.cycle();
			for (const resolve of this.waitingForCycle.splice(0)) resolve();
		}
		const left = marks.clear();
		// Marks that remain are harmless.
		if (left.length > 0)
			await this.timed(async () => await this.store.remove(left)).catch(() => {});
		for (const resolve of this.waitingForCycle.splice(0)) resolve();
		this.isRunning = false;
		if (!queue.isEmpty) this.goOn();
	}

	private get nextCycleAt(): number {
		const { queue, endedAt } = this;
		if (queue.error) return endedAt + RETRY_AFTER_MS;
		const slowMs = PAUSE.timesAsSlow * Math.max(0, ...this.callsMs);
		const pausedUntil = endedAt + Math.min(PAUSE.maxMs, Math.max(PAUSE.minMs, slowMs));
		if (
			this.failures > 0 ||
			queue.all.some((claim) => claim.stage === 'written' || claim.isToBeRemoved)
		)
			return pausedUntil;
		const isToBeChecked = queue.all.some(({ stage }) => stage === 'removed');
		const checkAt = isToBeChecked ? pausedUntil + CHECK_AFTER_MS : Infinity;
		return Math.max(pausedUntil, Math.min(checkAt, queue.claimAt));
	}

	private async cycle(): Promise<void> {
		try {
			await this.record();
			await this.removeEnded();
			this.failures = 0;
			this.queue.error = undefined;
		} catch (error) {
			this.failures++;
			if (this.failures > MAX_FAILURES) this.queue.fail(new DedupStoreError(error));
		}
	}

	private async record(): Promise<void> {
		const { queue, marks, maxEntries } = this;
		const fresh = new Set(queue.claimNext());
		const claims = queue.all;
		const held = new Set(claims.filter(({ isHeld }) => isHeld));
		const { mark, lookedFor } = marks.next();
		const values = new Set(claims.flatMap((claim) => claim.valuesToRecord()));
		// A claim that ends during the call may be stored.
		for (const claim of fresh) claim.stage = 'written';
		const all = [...values, ...lookedFor, mark];
		const record = this.timed(async () => await this.store.record(all, maxEntries));
		const stored = await record.catch((error: unknown) => {
			marks.onFailed(mark);
			for (const claim of fresh) queue.recordAgain(claim);
			throw error;
		});
		marks.onRecorded(mark, stored);
		for (const claim of claims) {
			const { stage } = claim;
			if (stage === 'settled') claim.judge(stored);
			else if (stage === 'removed' && (marks.isRemovalUndone || !claim.isEndingIn(stored))) {
				claim.removeAgain();
			} else if (stage === 'written' && marks.isLastFound && !fresh.has(claim)) {
				claim.stage = 'settled';
				claim.settledAt = this.clock.now();
			} else if (stage === 'written' && held.has(claim)) queue.judge(claim, stored);
			// Certainly removed, or undone by another process.
			else queue.forget(claim);
		}
		queue.update();
	}

	private async removeEnded(): Promise<void> {
		const ended = this.queue.all.filter((claim) => claim.canBeRemoved);
		if (ended.length === 0 || !this.marks.isLastFound) return;
		const values = ended.flatMap((claim) => claim.valuesToRemove());
		// If the call fails, the next record tells whether they were removed.
		for (const claim of ended) claim.stage = 'removed';
		await this.timed(async () => await this.store.remove([...values, ...this.marks.toRemove()]));
	}

	private async timed<T>(call: () => Promise<T>): Promise<T> {
		const startedAt = this.clock.now();
		try {
			return await call();
		} finally {
			this.endedAt = this.clock.now();
			this.callsMs.push(this.endedAt - startedAt);
			if (this.callsMs.length > CALLS_REMEMBERED) this.callsMs.shift();
		}
	}
}
