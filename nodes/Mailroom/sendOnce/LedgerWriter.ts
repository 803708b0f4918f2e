import type { Clock } from '../transport/clock';
import type { Claim } from './Claim';
import type { ClaimQueue } from './ClaimQueue';
import { leasePeriod } from './dedupEntry';
import type { DedupStore } from './DedupStore';
import type { HistoryRetention } from './HistoryRetention';
import type { RecentlySent } from './RecentlySent';
import type { Findings, WriteVerifier } from './WriteVerifier';

/** A write takes n8n long if the history is long. */
const WRITE_EVERY_MS = 250;
/** Renews leases, and repairs lost updates. */
const RENEW_AFTER_MS = 500;
const COUNTS_FOR_MS = 2 * RENEW_AFTER_MS;

/** n8n searches the whole history for each removed value, and answers nobody meanwhile. */
const MAX_ENDED_AT_ONCE = 50;

/** One write removes what has ended, records what is claimed, and verifies the writes before it. */
export class LedgerWriter {
	private lastWriteAt = -Infinity;

	private seenAt = -Infinity;

	/** Of the last two. */
	private writesMs = [0, 0];

	constructor(
		private readonly clock: Clock,
		private readonly queue: ClaimQueue,
		private readonly recent: RecentlySent,
		private readonly verifier: WriteVerifier,
		private readonly retention: HistoryRetention,
	) {}

	/** Before a request starts, its claims are to be in a store that was seen a moment ago. */
	get isCurrent(): boolean {
		// After a single long write a claim may be gone; where every write is long, none is newer.
		const countsForMs = Math.max(COUNTS_FOR_MS, 2 * Math.min(...this.writesMs));
		return this.clock.now() - this.seenAt < countsForMs;
	}

	/** @param isAwaited somebody waits for a write */
	nextAt(isAwaited: boolean): number {
		const { queue, verifier, lastWriteAt } = this;
		const hasEnded = queue.all.some(({ isToBeWritten }) => isToBeWritten);
		const removableAt = hasEnded ? verifier.removableAt : Infinity;
		const dueAt = Math.min(queue.askAt, removableAt, verifier.dueAt);
		const isInUse = isAwaited || queue.all.some(({ isOpen }) => isOpen);
		return Math.min(
			queue.isHungry ? dueAt : Math.max(dueAt, lastWriteAt + WRITE_EVERY_MS),
			isInUse ? lastWriteAt + RENEW_AFTER_MS : Infinity,
			this.recent.nextLookAt(lastWriteAt),
		);
	}

	async write(store: DedupStore): Promise<void> {
		this.lastWriteAt = this.clock.now();
		const ended = await this.removeEnded(store);
		const fresh = this.queue.claimWaiting();
		await this.record(store, ended, fresh).catch(async (error: unknown) => {
			for (const claim of ended) claim.isWritten = false;
			for (const claim of fresh) this.queue.forget(claim);
			return await Promise.reject(error);
		});
	}

	/** Marks that stay are harmless. */
	async removeMarks(store: DedupStore): Promise<void> {
		await this.remove(store, this.verifier.takeAll());
	}

	private async removeEnded(store: DedupStore): Promise<Claim[]> {
		const toEnd = this.queue.all.filter(({ isToBeWritten }) => isToBeWritten);
		const ended = this.verifier.canRemove ? toEnd.slice(0, MAX_ENDED_AT_ONCE) : [];
		const marks = ended.length > 0 ? this.verifier.valuesToRemove() : [];
		const claims = [...this.toRewrite, ...ended];
		await this.remove(store, [...marks, ...claims.flatMap((claim) => claim.valuesToRemove())]);
		for (const claim of ended) claim.isWritten = true;
		return ended;
	}

	private get toRewrite(): Claim[] {
		if (!this.recent.mustRewrite) return [];
		const written = this.queue.all.filter(({ isSent, isWritten }) => isSent && isWritten);
		return [...written, ...this.recent.toRewrite];
	}

	private async record(store: DedupStore, ended: Claim[], fresh: Claim[]): Promise<void> {
		const { verifier, queue, recent } = this;
		const readAt = this.clock.now();
		const period = leasePeriod(this.clock.timeOfDay());
		const use = this.retention.ofWrite();
		const values = [
			...verifier.valuesToRecord(),
			...use.values,
			...[...queue.all, ...this.toRewrite].flatMap((claim) => claim.valuesToKeep(period)),
		];
		const there = await verifier.timed(async () => await store.record([...new Set(values)]));
		use.look(there);
		recent.wereWritten();
		const findings = verifier.look(there, { readAt, removed: ended });
		const recorded = [...fresh, ...this.verifyEarlierWrites(there, findings, fresh)];
		for (const claim of recorded) queue.judge(claim, there, period);
		verifier.add(recorded.filter(({ isForeign }) => !isForeign));
		this.seenAt = readAt;
		this.writesMs = [this.clock.now() - readAt, this.writesMs[0]];
		queue.answerVerified();
	}

	/** @returns the claims that had been lost, and were recorded anew */
	private verifyEarlierWrites(
		there: ReadonlySet<string>,
		{ verified, lost, gone, back, isAnyLost }: Findings,
		fresh: Claim[],
	): Set<Claim> {
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
		return recorded;
	}

	private async remove(store: DedupStore, values: string[]): Promise<void> {
		if (values.length === 0) return;
		await this.verifier.timed(async () => await store.remove(values));
	}
}
