import type { Clock } from '../../clock';
import type { Claim, Ending, KeyedRun } from './Claim';
import { ClaimTable } from './ClaimTable';
import type { DedupStore } from './DedupStore';
import type { Entry } from './Entry';
import { Judge } from './Judge';
import { KeyedBatch } from './KeyedBatch';
import { MAX_SLEEP_MS, PacedStore } from './PacedStore';

/** Batches that come together share the first call. */
const GATHER_MS = 20;

/** The only writer of a node's history in this process. docs/design/never-twice.md describes it. */
export class Ledger {
	private readonly table = new ClaimTable();
	private readonly judge = new Judge();
	private readonly store: PacedStore;
	private isRunning = false;
	/** Since the start of the cycle, so that a batch that comes during a call need not wait until something is due. */
	private isWoken = false;
	/** Ends the wait for what is due. */
	private wakeUp = () => {};
	/** Of the last cycle. */
	private error: Error | undefined;
	private waitingForCycle: Array<() => void> = [];

	constructor(
		private readonly clock: Clock,
		store: DedupStore,
	) {
		this.store = new PacedStore(clock, store, (error) => this.failWaiting(error));
	}

	/** Must be called by each run. */
	use(store: DedupStore, maxValues: number): void {
		this.store.use(store, maxValues);
	}

	/** Must be called in the order of the run's batches. */
	claim(entries: Entry[], run: KeyedRun): KeyedBatch {
		const batch = new KeyedBatch(entries, run);
		this.table.add(batch);
		this.wake();
		return batch;
	}

	/** Ends the claims of a batch that waits, and will not be sent. */
	withdraw(batch: KeyedBatch): void {
		this.table.withdraw(batch);
		for (const claim of batch.claims.values()) this.end(claim, 'released');
	}

	/** The ending is written a moment later. */
	end(claim: Claim, ending: Ending): void {
		if (claim.isEnded) return;
		claim.end(ending, this.clock.now());
		if (ending === 'inDoubt') this.leaveInDoubt(claim);
		this.wake();
	}

	/**
	 * Waits until all endings of a run are stored.
	 *
	 * @throws the store's error if they can't be stored
	 */
	async whenStored(run: KeyedRun): Promise<void> {
		const isStored = () => this.table.unstored.every(({ batch }) => batch.run !== run);
		while (!isStored()) {
			await new Promise<void>((resolve) => this.waitingForCycle.push(resolve));
			if (this.error && !isStored()) throw this.error;
		}
	}

	private wake(): void {
		this.isWoken = true;
		this.wakeUp();
		if (!this.isRunning) void this.run();
	}

	private async run(): Promise<void> {
		const { store, table } = this;
		this.isRunning = true;
		store.pauseFor(GATHER_MS);
		while (!table.isEmpty) {
			await store.pauseIsOver();
			this.isWoken = false;
			try {
				await this.cycle();
				await this.untilDue();
			} catch (error) {
				this.fail(error instanceof Error ? error : new Error(String(error)));
			}
		}
		this.isRunning = false;
	}

	/**
	 * Looks come first, because a call can take a second while n8n starts many executions. Without looks, a removal makes room for batches
	 * that wait. A crash between the calls is safe in both orders:
	 *
	 * - Removal first: each ending is stored already. The other call only repeats what was sent, and looks for batches not started yet.
	 * - Removal last: the ended emails are in doubt. They have their room until then, so others are granted only what is left of it.
	 */
	private async cycle(): Promise<void> {
		const { table, clock } = this;
		table.serve(clock.now());
		const ended = table.toWrite(clock.now());
		const isRemovalFirst = table.toLookAt(clock.now()).length === 0;
		if (isRemovalFirst) {
			await this.remove(ended);
			table.serve(clock.now());
		}
		const sent = ended.filter(({ isSent }) => isSent);
		const stored = await this.add(table.toLookAt(clock.now()), sent);
		if (!isRemovalFirst) await this.remove(ended);
		for (const claim of sent) if (!claim.planRepeat(stored)) table.forget(claim);
		this.reportCycle(undefined);
	}

	private async untilDue(): Promise<void> {
		const { clock, table } = this;
		while (!this.isWoken && !table.isEmpty) {
			// A batch can wait for too long.
			table.serve(clock.now());
			const waitMs = table.nextDueAt - clock.now();
			if (waitMs <= 0) return;
			const woken = new Promise<void>((resolve) => {
				this.wakeUp = resolve;
			});
			await Promise.race([woken, clock.sleep(Math.min(waitMs, MAX_SLEEP_MS))]);
		}
	}

	/** A throw must not keep later batches waiting. */
	private fail(error: Error): void {
		const now = this.clock.now();
		this.store.pauseFor();
		this.failWaiting(error);
		for (const claim of this.table.toWrite(now)) {
			if (claim.planRetry(now)) continue;
			if (claim.state === 'repeating') this.table.forget(claim);
			else this.leaveInDoubt(claim);
		}
	}

	private failWaiting(error: Error): void {
		this.table.fail(error, this.clock.now());
		this.reportCycle(error);
	}

	private leaveInDoubt(claim: Claim): void {
		this.judge.addDoubt(claim);
		this.table.forget(claim);
	}

	private reportCycle(error: Error | undefined): void {
		this.error = error;
		for (const resolve of this.waitingForCycle.splice(0)) resolve();
	}

	private async remove(ended: Claim[]): Promise<void> {
		await this.store.remove(ended.flatMap((claim) => claim.valuesToRemove()));
		for (const claim of ended) {
			if (claim.isSent) claim.state = 'repeating';
			else this.table.forget(claim);
		}
	}

	/** @returns values that were stored before */
	private async add(looks: Claim[], sent: Claim[]): Promise<Set<string>> {
		const values = [...looks, ...sent].flatMap((claim) => claim.valuesToAdd());
		const stored = await this.store.add(values);
		const found = looks.map((claim) => ({ claim, state: claim.look(stored) }));
		// One that was withdrawn meanwhile has added values that are to be removed.
		const wanted = found.filter(({ claim }) => claim.state === 'looking');
		for (const { claim, state } of wanted) this.judge.judge(claim, state, this.clock.now());
		return stored;
	}
}
