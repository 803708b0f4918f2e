import type { Clock } from '../transport/clock';
import type { Claim, Ending } from './Claim';
import { ClaimTable } from './ClaimTable';
import type { DedupStore } from './DedupStore';
import type { Entry } from './Entry';
import { Judge } from './Judge';
import { KeyedBatch } from './KeyedBatch';
import type { KeyedRun } from './KeyedRun';

/** Batches that come together share the first call. */
const GATHER_MS = 20;
/** After each call, and up to twice as long at random, so that two processes don't keep undoing each other's writes. */
const PAUSE_MS = 100;
/** After that, batches fail instead of waiting on. */
const MAX_CALL_S = 30;
/** A longer timer would delay the end of the process. */
const MAX_SLEEP_MS = 1_000;

/** The only writer of a node's history in this process. docs/design/send-once.md describes it. */
export class Ledger {
	private readonly table = new ClaimTable();
	private readonly judge = new Judge();
	private maxValues = 0;
	private isRunning = false;
	private isWoken = false;
	private wakeUp = () => {};
	private pausedUntil = -Infinity;
	/** Of the last cycle. */
	private error: Error | undefined;
	private waitingForCycle: Array<() => void> = [];

	constructor(
		private readonly clock: Clock,
		private store: DedupStore,
	) {}

	/** Must be called by each run. The largest history counts. */
	use(store: DedupStore, maxValues: number): void {
		this.store = store;
		this.maxValues = Math.max(this.maxValues, maxValues);
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
		const { clock, table } = this;
		this.isRunning = true;
		this.pauseFor(GATHER_MS);
		while (!table.isEmpty) {
			await clock.sleep(Math.max(0, this.pausedUntil - clock.now()));
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
	 * A removal comes first only if its room is needed. While n8n starts many executions, a call can take a second. A crash between the
	 * calls is safe in both orders:
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
		this.pauseFor(PAUSE_MS);
		this.failWaiting(error);
		for (const claim of this.table.toWrite(now)) {
			if (claim.planRetry(now)) continue;
			if (claim.isRepeating) this.table.forget(claim);
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
		const values = ended.flatMap((claim) => claim.valuesToRemove());
		if (values.length > 0) await this.call(async (store) => await store.remove(values));
		for (const claim of ended) {
			if (claim.isSent) claim.repeat();
			else this.table.forget(claim);
		}
	}

	/** @returns values that were stored before */
	private async add(looks: Claim[], sent: Claim[]): Promise<Set<string>> {
		const { clock, maxValues } = this;
		const values = [...looks, ...sent].flatMap((claim) => claim.valuesToAdd());
		if (values.length === 0) return new Set();
		const stored = await this.call(async (store) => await store.add(values, maxValues));
		const found = looks.map((claim) => ({ claim, state: claim.look(stored) }));
		// One that was withdrawn meanwhile has added values that are to be removed.
		const wanted = found.filter(({ claim }) => claim.isLooking);
		for (const { claim, state } of wanted) this.judge.judge(claim, state, clock.now());
		return stored;
	}

	/** A single call may fail, such as the first ones of two processes. */
	private async call<T>(ask: (store: DedupStore) => Promise<T>): Promise<T> {
		const { clock } = this;
		const pauseMs = PAUSE_MS * (1 + clock.random());
		try {
			return await this.answerOf(ask(this.store)).catch(async () => {
				await clock.sleep(pauseMs);
				return await this.answerOf(ask(this.store));
			});
		} finally {
			this.pauseFor(pauseMs);
		}
	}

	/** While a call hangs, there is no other: a late call could write the row as it was before the others. */
	private async answerOf<T>(call: Promise<T>): Promise<T> {
		const { clock } = this;
		const startedAt = clock.now();
		let isOver = false;
		const over = call.then(
			() => (isOver = true),
			() => (isOver = true),
		);
		while (!isOver) {
			await Promise.race([over, clock.sleep(MAX_SLEEP_MS)]);
			const isLate = !isOver && clock.now() - startedAt >= MAX_CALL_S * 1_000;
			if (isLate) this.failWaiting(new Error(`no answer for ${MAX_CALL_S} seconds`));
		}
		return await call;
	}

	private pauseFor(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
	}
}
