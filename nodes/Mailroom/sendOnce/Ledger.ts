import type { Clock } from '../transport/clock';
import type { Claim, Ending } from './Claim';
import { ClaimQueue } from './ClaimQueue';
import { ClaimRequest, type Claimant, type EmailAsked } from './ClaimRequest';
import { DedupStoreError, type DedupStore } from './DedupStore';
import { LedgerWriter } from './LedgerWriter';
import { IF_IN_DOUBT } from './optionLabels';

/** Lets claims of executions that start together share the first write. */
const GATHER_MS = 20;
/** A longer timer would delay the end of the process. */
const MAX_SLEEP_MS = 1_000;

const NOT_CONFIRMED = `The next run may treat emails of this run as in doubt: see "${IF_IN_DOUBT}" in the options`;

/** Records the claims of a node's runs in this process. docs/design/send-once.md describes the protocol. */
export class Ledger {
	private readonly queue: ClaimQueue;

	private readonly writer: LedgerWriter;

	private isRunning = false;

	private wakeUp = () => {};

	private waitingForWrite: Array<() => void> = [];

	constructor(
		private readonly clock: Clock,
		store: DedupStore,
	) {
		this.queue = new ClaimQueue(clock);
		this.writer = new LedgerWriter(clock, this.queue, store);
	}

	/** Must be called by each run. The largest history counts. */
	use(store: DedupStore, maxEntries: number): void {
		this.writer.use(store, maxEntries);
	}

	/** Claims the emails of a request. It may be sent once the answer is ready. */
	ask(emails: EmailAsked[], claimant: Claimant, order: number): ClaimRequest {
		const request = new ClaimRequest(emails, claimant, { order, askedAt: this.clock.now() });
		this.queue.add(request);
		this.goOn();
		return request;
	}

	/**
	 * Must be called right before a request leaves, also for a retry.
	 *
	 * @returns whether it may leave; if not, its ClaimRequest claims again
	 */
	start(claims: Claim[]): boolean {
		const isStarted = this.queue.start(claims);
		if (!isStarted) this.queue.update();
		this.goOn();
		return isStarted;
	}

	/** Stores the ending a moment later. */
	end(request: ClaimRequest, name: string, ending: Ending): void {
		const claim = request.claimOf(name);
		request.answers.set(name, 'ended');
		if (!claim) return;
		claim.end(ending);
		if (ending === 'inDoubt') this.queue.leaveInDoubt(claim);
		this.goOn();
	}

	/**
	 * Releases a run's unsent claims and waits until all endings are stored.
	 *
	 * @throws DedupStoreError if they can't be stored
	 */
	async finish(claimant: Claimant): Promise<void> {
		this.queue.withdraw(claimant);
		const isStored = () =>
			this.queue.all.every(
				({ request, stage }) => request.claimant !== claimant || stage === 'removed',
			);
		while (!isStored() || this.writer.isFailing) {
			await new Promise<void>((resolve) => {
				this.waitingForWrite.push(resolve);
				this.goOn();
			});
			const { error } = this.writer;
			if (error) throw new DedupStoreError(error, NOT_CONFIRMED);
		}
	}

	private goOn(): void {
		this.wakeUp();
		if (!this.isRunning) void this.run();
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		const { clock, queue, writer } = this;
		await clock.sleep(GATHER_MS);
		for (queue.update(); !queue.isEmpty; queue.update()) {
			const waitMs = writer.nextAt - clock.now();
			if (waitMs > 0) {
				const changed = new Promise<void>((resolve) => {
					this.wakeUp = resolve;
				});
				await Promise.race([changed, clock.sleep(Math.min(waitMs, MAX_SLEEP_MS))]);
				continue;
			}
			await writer.write();
			for (const resolve of this.waitingForWrite.splice(0)) resolve();
		}
		await writer.removeMarks();
		for (const resolve of this.waitingForWrite.splice(0)) resolve();
		this.isRunning = false;
		if (!queue.isEmpty) this.goOn();
	}
}
