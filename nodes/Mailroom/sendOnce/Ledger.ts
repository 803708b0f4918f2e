import type { Clock } from '../transport/clock';
import type { Claim, Claimant, ClaimAnswer, EmailAsked, Outcome, PendingClaim } from './Claim';
import { ClaimQueue, type Asked } from './ClaimQueue';
import { leasePeriod, stateIn, valuesOfClaim } from './dedupEntry';
import { DedupStoreError, type DedupStore } from './DedupStore';
import { ExpiredLeases } from './ExpiredLeases';
import { HistoryRetention } from './HistoryRetention';
import { IF_IN_DOUBT } from './optionLabels';
import { RecentlySent } from './RecentlySent';
import { WriteVerifier, type Findings } from './WriteVerifier';

/** A write takes n8n long if the history is long. */
const WRITE_EVERY_MS = 250;
/** Renews leases, and repairs lost updates. */
const RENEW_AFTER_MS = 500;
const COUNTS_FOR_MS = 2 * RENEW_AFTER_MS;
/** A timer that waits keeps a process from ending. */
const MAX_SLEEP_MS = 1_000;

/** Outcomes that a failing store does not take stay in doubt. */
const FAILS = { retryAfterMs: 1_000, claimsAfterMs: 10_000, outcomesAfterMs: 60_000 };

/** n8n searches the whole history for each removed value, and answers nobody meanwhile. */
const MAX_ENDED_AT_ONCE = 50;
const MAX_LOOKED_UP_AT_ONCE = 10;

const NOT_CONFIRMED = `What this run sent may count as in doubt the next time: see "${IF_IN_DOUBT}" in the options`;

/**
 * Records what the runs of a node in this process claim before they send, and the outcome.
 *
 * In the store an entry is free (nothing), open (claimed, open, and a lease while its process lives), or sent (claimed alone). There is
 * no lock: a claim counts, and an outcome is repeated, until no other process can have overwritten it.
 */
export class Ledger {
	private readonly verifier: WriteVerifier;

	private readonly recent: RecentlySent;

	private readonly expired: ExpiredLeases;

	private readonly retention: HistoryRetention;

	private readonly queue: ClaimQueue;

	private used: { store: DedupStore; historySize: number } | undefined;

	private lastWriteAt = -Infinity;

	private seenAt = -Infinity;

	/** Of the last two. */
	private writesMs = [0, 0];

	private failing: { since: number; error: unknown } | undefined;

	private isRunning = false;

	private wakeUp = () => {};

	private waitingForWrite: Array<() => void> = [];

	constructor(
		private readonly clock: Clock,
		watchForMs?: number,
	) {
		this.verifier = new WriteVerifier(clock);
		this.recent = new RecentlySent(clock, watchForMs);
		this.expired = new ExpiredLeases(clock, this.verifier);
		this.retention = new HistoryRetention(clock);
		this.queue = new ClaimQueue(clock, this.recent);
	}

	/** Takes the store of the run that remembers most of those in use. */
	use(store: DedupStore, historySize: number): void {
		const isSmaller = this.used && historySize < this.used.historySize;
		if (!this.isRunning || !isSmaller) this.used = { store, historySize };
	}

	/**
	 * Claims the emails of one request, and waits for what another run has in flight.
	 *
	 * @param order the place of the request in its run, the same when it claims again
	 * @returns an answer for each, by the name of its entry
	 * @throws DedupStoreError; then nothing of it may be sent
	 */
	async claim(
		emails: EmailAsked[],
		claimant: Claimant,
		order: number,
	): Promise<ReadonlyMap<string, ClaimAnswer>> {
		this.retention.usedBy(claimant.executionId);
		return await this.ask({ emails, claimant, order, isReadOnly: false });
	}

	/** Claims none. Knows less where the store fails. */
	async lookUp(
		emails: EmailAsked[],
		claimant: Claimant,
	): Promise<ReadonlyMap<string, ClaimAnswer>> {
		const known = new Map<string, ClaimAnswer>();
		for (let at = 0; at < emails.length && claimant.isWanted(); at += MAX_LOOKED_UP_AT_ONCE) {
			const some = emails
				.slice(at, at + MAX_LOOKED_UP_AT_ONCE)
				.map((email) => ({ ...email, evenInDoubt: false }));
			const asked = this.ask({ emails: some, claimant, order: 0, isReadOnly: true });
			for (const [name, answer] of await asked.catch(() => [])) known.set(name, answer);
		}
		return known;
	}

	/** False when these are to be claimed again. */
	holds(claims: Claim[]): boolean {
		return claims.every((claim) => claim.isOpen && this.queue.has(claim));
	}

	/** Before that a request is not to have its turn. */
	canStart(claims: Claim[]): boolean {
		return !this.holds(claims) || this.areSeen(claims) || this.hasFailedLong;
	}

	/**
	 * To be called right before a request leaves, each time.
	 *
	 * @returns true, and from now on its emails may have been sent
	 * @throws DedupStoreError when the store has failed for too long to know
	 */
	start(claims: Claim[]): boolean {
		if (!this.holds(claims)) return false;
		if (!this.areSeen(claims)) {
			if (this.failing && this.hasFailedLong) throw new DedupStoreError(this.failing.error);
			return false;
		}
		for (const claim of claims) claim.isStarted = true;
		return true;
	}

	/** The store has it a moment later. */
	settle(claim: Claim, outcome: Outcome): void {
		claim.end(outcome);
		if (outcome === 'sent') this.recent.add(claim.asked);
		if (outcome === 'inDoubt') this.expired.leftInDoubt(claim.name);
		this.goOn();
	}

	/**
	 * Waits until the store has the endings of these.
	 *
	 * @throws DedupStoreError when they could not be written
	 */
	async written(claims: Claim[]): Promise<void> {
		const isMissing = (claim: Claim) => !claim.isOpen && !claim.isWritten && this.queue.has(claim);
		while (claims.some(isMissing)) {
			await new Promise<void>((resolve) => {
				this.waitingForWrite.push(resolve);
				this.goOn();
			});
			if (this.failing) throw new DedupStoreError(this.failing.error, NOT_CONFIRMED);
		}
	}

	private async ask(request: Asked): Promise<ReadonlyMap<string, ClaimAnswer>> {
		const answers = this.queue.ask(request);
		this.goOn();
		return await answers;
	}

	private areSeen(claims: Claim[]): boolean {
		// After a single long write the claim may be gone; where every write is long, none is newer.
		const countsForMs = Math.max(COUNTS_FOR_MS, 2 * Math.min(...this.writesMs));
		const isRecent = this.clock.now() - this.seenAt < countsForMs;
		return isRecent && claims.every(({ isVerified }) => isVerified);
	}

	private get hasFailedLong(): boolean {
		return this.hasFailedFor(FAILS.claimsAfterMs);
	}

	private hasFailedFor(ms: number): boolean {
		return this.failing !== undefined && this.clock.now() - this.failing.since >= ms;
	}

	private goOn(): void {
		this.wakeUp();
		if (!this.isRunning) void this.run();
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		const { queue, recent } = this;
		for (queue.answerKnown(); this.isBusy || recent.isWatching; queue.answerKnown()) {
			const waitMs = this.nextWriteAt() - this.clock.now();
			if (waitMs > 0) {
				const changed = new Promise<void>((resolve) => {
					this.wakeUp = resolve;
				});
				await Promise.race([changed, this.clock.sleep(Math.min(waitMs, MAX_SLEEP_MS))]);
				continue;
			}
			await this.write().catch((error: unknown) => this.failed(error));
			for (const resolve of this.waitingForWrite.splice(0)) resolve();
		}
		// Marks that stay are harmless.
		await this.remove(this.verifier.takeAll()).catch(() => {});
		this.isRunning = false;
		if (this.isBusy) this.goOn();
	}

	private get isBusy(): boolean {
		return !this.queue.isEmpty || this.waitingForWrite.length > 0;
	}

	private nextWriteAt(): number {
		const { queue, verifier, lastWriteAt } = this;
		if (this.failing) return lastWriteAt + FAILS.retryAfterMs;
		const hasEnded = queue.all.some(({ isToBeWritten }) => isToBeWritten);
		const removableAt = hasEnded ? verifier.removableAt : Infinity;
		const dueAt = Math.min(queue.askAt, removableAt, verifier.dueAt);
		const isInUse = queue.all.some(({ isOpen }) => isOpen) || this.waitingForWrite.length > 0;
		return Math.min(
			queue.isHungry ? dueAt : Math.max(dueAt, lastWriteAt + WRITE_EVERY_MS),
			isInUse ? lastWriteAt + RENEW_AFTER_MS : Infinity,
			this.recent.nextLookAt(lastWriteAt),
		);
	}

	private async write(): Promise<void> {
		this.lastWriteAt = this.clock.now();
		const ended = await this.writeEnded();
		const asking = this.queue.takeWaiting();
		await this.recordAll(ended, asking).catch(async (error: unknown) => {
			for (const claim of ended) claim.isWritten = false;
			for (const one of asking) {
				for (const claim of this.queue.openClaimsOf(one)) this.queue.forget(claim);
				this.queue.rejectOne(one, new DedupStoreError(error));
			}
			return await Promise.reject(error);
		});
		this.queue.answerVerified();
		// The next write trims what this one could not.
		const { store, historySize } = this.inUse;
		await this.retention.trim(store, historySize).catch(() => {});
	}

	private async writeEnded(): Promise<Claim[]> {
		const ended = this.queue.all
			.filter(({ isToBeWritten }) => isToBeWritten)
			.slice(0, MAX_ENDED_AT_ONCE);
		const canWrite = ended.length > 0 && this.verifier.canRemove;
		const marks = canWrite ? this.verifier.valuesToRemove() : [];
		const claims = [...this.toRewrite, ...(canWrite ? ended : [])];
		await this.remove([...marks, ...claims.flatMap((claim) => claim.valuesToRemove())]);
		if (!canWrite) return [];
		for (const claim of ended) claim.isWritten = true;
		return ended;
	}

	private get toRewrite(): Claim[] {
		if (!this.recent.mustRewrite) return [];
		const written = this.queue.all.filter(({ isSent, isWritten }) => isSent && isWritten);
		return [...written, ...this.recent.toRewrite];
	}

	private async recordAll(ended: Claim[], asking: PendingClaim[]): Promise<void> {
		const { verifier, queue } = this;
		const readAt = this.clock.now();
		const period = leasePeriod(this.clock.timeOfDay());
		const use = this.retention.ofWrite();
		const all = queue.all;
		const there = await this.record([
			...verifier.valuesToRecord(),
			...use.values,
			...[...all, ...this.toRewrite].flatMap((claim) => claim.valuesToKeep(period)),
		]);
		use.look(there);
		this.recent.wereWritten();
		const fresh = all.filter(({ request }) => asking.includes(request));
		const findings = verifier.look(there, { readAt, removed: ended });
		const recorded = [...fresh, ...this.verifyEarlierWrites(there, findings, fresh)];
		for (const claim of recorded) this.judge(claim, there, period);
		verifier.add(recorded.filter(({ isForeign }) => !isForeign));
		this.seenAt = readAt;
		this.writesMs = [this.clock.now() - readAt, this.writesMs[0]];
		this.failing = undefined;
	}

	/** @returns the claims that had been lost, and were recorded anew */
	private verifyEarlierWrites(
		there: ReadonlySet<string>,
		{ verified, lost, gone, back, isAnyLost }: Findings,
		fresh: Claim[],
	): Claim[] {
		if (isAnyLost) this.recent.updateWasLost();
		for (const claim of gone) {
			this.queue.forget(claim);
			if (claim.isSent) this.recent.watch(claim);
		}
		for (const claim of back) claim.isWritten = false;
		const missing = this.queue.all.filter(
			(claim) => !fresh.includes(claim) && claim.isMissingIn(there),
		);
		for (const claim of verified) claim.isVerified = true;
		const recorded = new Set([...lost, ...missing]);
		for (const claim of recorded) claim.isVerified = false;
		return [...recorded];
	}

	private judge(claim: Claim, there: ReadonlySet<string>, period: number): void {
		const { asked, name, request } = claim;
		const state = stateIn(there, asked, period);
		const isExpired = state === 'expired';
		const isSeenTwice = this.expired.see(name, isExpired);
		const isInDoubt = isExpired && (request.isReadOnly || isSeenTwice);
		if (state === 'free' || (isInDoubt && asked.evenInDoubt)) {
			claim.isTakeover ||= isInDoubt;
			if (!request.isReadOnly) return;
			claim.end('released');
			request.answers.set(name, { kind: 'free' });
			return;
		}
		claim.leftAsFound(valuesOfClaim(asked, period).filter((value) => !there.has(value)));
		if (isInDoubt) claim.known = 'inDoubt';
		if (state === 'sent') {
			claim.known = 'sent';
			this.recent.add(asked);
		}
		if (claim.known) request.answers.set(name, { kind: claim.known });
		else if (state === 'otherEmail') request.answers.set(name, { kind: state });
		else if (request.isReadOnly) request.answers.set(name, { kind: 'inFlight' });
		else if (isExpired) this.queue.recheck(claim, this.expired.recheckAfterMs);
		else this.queue.waitForProcess(claim);
	}

	private failed(error: unknown): void {
		this.failing = { since: this.failing?.since ?? this.clock.now(), error };
		this.queue.reject(new DedupStoreError(error), this.hasFailedLong ? 'all' : 'waiting');
		if (!this.hasFailedFor(FAILS.outcomesAfterMs)) return;
		for (const claim of this.queue.all) this.queue.forget(claim);
	}

	private async record(values: string[]): Promise<Set<string>> {
		return await this.verifier.timed(
			async () => await this.inUse.store.record([...new Set(values)]),
		);
	}

	private async remove(values: string[]): Promise<void> {
		if (values.length === 0) return;
		await this.verifier.timed(async () => await this.inUse.store.remove(values));
	}

	private get inUse(): { store: DedupStore; historySize: number } {
		if (!this.used) throw new Error('The ledger has no store to write');
		return this.used;
	}
}
