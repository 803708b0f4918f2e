import type { Clock } from '../transport/clock';
import { CallTimes } from './CallTimes';
import type { Claim, Ending } from './Claim';
import type { Claimant, ClaimAnswers, ClaimRequest } from './ClaimRequest';
import { ClaimQueue } from './ClaimQueue';
import { DedupStoreError, type DedupStore } from './DedupStore';
import { ExpiredLeases } from './ExpiredLeases';
import { LedgerWriter, WATCH_MS } from './LedgerWriter';
import type { Failed } from '../transport/Outcome';
import { IF_IN_DOUBT } from './optionLabels';

/** A longer timer would delay the end of the process. */
const MAX_SLEEP_MS = 1_000;

const RETRY_AFTER_MS = 1_000;
/** After that, emails that wait for their start fail. */
const MAX_FAILING_MS = 30_000;

const NOT_CONFIRMED = `The next run may treat emails of this run as in doubt: see "${IF_IN_DOUBT}" in the options`;

/** Records the claims of a node's runs in this process. docs/design/send-once.md describes the protocol. */
export class Ledger {
	private readonly expired: ExpiredLeases;

	private readonly queue: ClaimQueue;

	private readonly writer: LedgerWriter;

	private historySize = 0;

	private failing: { since: number; lastAt: number; error: unknown } | undefined;

	private isRunning = false;

	private wakeUp = () => {};

	private readonly wakes = new Set<() => void>();

	private waitingForWrite: Array<() => void> = [];

	constructor(
		private readonly clock: Clock,
		private store: DedupStore,
		watchForMs = WATCH_MS,
	) {
		const times = new CallTimes(clock);
		this.expired = new ExpiredLeases(clock, times);
		this.queue = new ClaimQueue(clock, this.expired);
		this.writer = new LedgerWriter(clock, this.queue, times, watchForMs);
	}

	/** Must be called by each run. The largest history counts. */
	use(store: DedupStore, historySize: number): void {
		this.store = store;
		this.historySize = Math.max(this.historySize, historySize);
	}

	/**
	 * Claims a request's emails. Waits while another run has them in flight.
	 *
	 * @returns an answer for each entry name
	 * @throws DedupStoreError; then the request must not be sent
	 */
	async claim(request: ClaimRequest): Promise<ClaimAnswers> {
		const answers = this.queue.ask(request);
		this.goOn();
		return await answers;
	}

	/** False while a request must wait for its claims. */
	canStart(claims: Claim[]): boolean {
		return (
			this.areCertain(claims) ||
			this.lastingError !== undefined ||
			!claims.every(({ isHeld }) => isHeld)
		);
	}

	/** Must be called right before a request leaves, also for a retry. Fails if the store has failed for too long. */
	start(claims: Claim[]): Failed | undefined {
		const error = this.areCertain(claims) ? undefined : this.lastingError;
		if (error) return { kind: 'notSent', problem: error.message, concerns: 'request' };
		for (const claim of claims) claim.isStarted = true;
		return undefined;
	}

	/** Calls `wake` whenever claims may have become certain. */
	onChange(wake: () => void): void {
		this.wakes.add(wake);
	}

	/** Stores the ending a moment later. */
	end(claim: Claim, ending: Ending): void {
		claim.end(ending);
		if (ending === 'inDoubt') {
			claim.request.claimant.leftInDoubt.add(claim.name);
			this.expired.leftInDoubt(claim.name);
		}
		this.goOn();
	}

	/**
	 * Releases a run's unsent claims and waits until their endings are stored.
	 *
	 * @throws DedupStoreError if they can't be stored
	 */
	async finish(claimant: Claimant): Promise<void> {
		const ofRun = () => this.queue.all.filter(({ request }) => request.claimant === claimant);
		for (const claim of ofRun()) claim.end('released');
		while (ofRun().some(({ isRemoved, isForeign }) => !isRemoved && !isForeign)) {
			await new Promise<void>((resolve) => {
				this.waitingForWrite.push(resolve);
				this.goOn();
			});
			if (this.failing) throw new DedupStoreError(this.failing.error, NOT_CONFIRMED);
		}
	}

	/** Held, settled and seen in the store a moment ago. */
	private areCertain(claims: Claim[]): boolean {
		const { isCurrent } = this.writer;
		return claims.every(({ isHeld, isSettled }) => isHeld && isSettled && isCurrent);
	}

	private goOn(): void {
		this.wakeUp();
		if (!this.isRunning) void this.run();
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		const { queue, writer } = this;
		for (queue.answerKnown(); this.isBusy; queue.answerKnown()) {
			const waitMs = this.nextWriteAt() - this.clock.now();
			if (waitMs > 0) {
				const changed = new Promise<void>((resolve) => {
					this.wakeUp = resolve;
				});
				await Promise.race([changed, this.clock.sleep(Math.min(waitMs, MAX_SLEEP_MS))]);
				continue;
			}
			await this.write();
			for (const resolve of this.waitingForWrite.splice(0)) resolve();
			for (const wake of this.wakes) wake();
		}
		await writer.removeMarks(this.store).catch(() => {});
		this.isRunning = false;
		if (this.isBusy) this.goOn();
	}

	private get isBusy(): boolean {
		return !this.queue.isEmpty || this.waitingForWrite.length > 0;
	}

	private nextWriteAt(): number {
		if (this.failing) return this.failing.lastAt + RETRY_AFTER_MS;
		return this.writer.nextAt(this.waitingForWrite.length > 0);
	}

	private async write(): Promise<void> {
		const { store, historySize } = this;
		try {
			await this.writer.write(store, historySize);
			this.failing = undefined;
		} catch (error) {
			const now = this.clock.now();
			this.failing = { since: this.failing?.since ?? now, lastAt: now, error };
			this.queue.reject(new DedupStoreError(error));
		}
	}

	private get lastingError(): DedupStoreError | undefined {
		const { failing } = this;
		const isLasting = failing && this.clock.now() - failing.since >= MAX_FAILING_MS;
		return isLasting ? new DedupStoreError(failing.error) : undefined;
	}
}
