import { Claim, type ClaimingBatch, type KeyedRun } from './Claim';
import type { KeyedBatch } from './KeyedBatch';

const MAX_BLOCKED_MS = 60_000;
/** In recipients. A crash leaves at most these in doubt. */
const MAX_CLAIMED = 200;
/** So at most 20 emails to one recipient are claimed at the same time. */
const MIN_PER_BATCH = 10;

/** The entries that batches of this process have, and the batches that wait for them. */
export class ClaimTable {
	/** By entry name. */
	private readonly claims = new Map<string, Claim>();
	/** First come, first served. */
	private waiting: KeyedBatch[] = [];

	get isEmpty(): boolean {
		return this.claims.size === 0 && this.waiting.length === 0;
	}

	/** Claims that take room. */
	get unstored(): Claim[] {
		return this.all.filter(({ state }) => state !== 'repeating');
	}

	/** When a claim is next to be looked at, or its ending to be written. */
	get nextDueAt(): number {
		return this.all.reduce((first, { dueAt }) => Math.min(first, dueAt), Infinity);
	}

	toLookAt(now: number): Claim[] {
		return this.all.filter(({ state, dueAt }) => state === 'looking' && dueAt <= now);
	}

	/** Claims whose ending is to be written. */
	toWrite(now: number): Claim[] {
		return this.all.filter(({ isEnded, dueAt }) => isEnded && dueAt <= now);
	}

	add(batch: KeyedBatch): void {
		this.waiting.push(batch);
	}

	forget(claim: Claim): void {
		if (this.claims.get(claim.entry.name) === claim) this.claims.delete(claim.entry.name);
	}

	/** The batch is no longer wanted. The ledger ends its claims. */
	withdraw(batch: KeyedBatch): void {
		this.waiting = this.waiting.filter((other) => other !== batch);
	}

	/** Without the store, no claim can be granted. */
	fail(error: Error, now: number): void {
		for (const claim of this.all) if (claim.state === 'looking') claim.refuse(error, now);
		for (const batch of this.waiting.splice(0)) {
			for (const entry of batch.undecided) batch.answer(entry, error);
		}
	}

	/** Gives batches their entries and their room, both at once. While one waits, later ones of its run hold nothing, so no two runs block each other. */
	serve(now: number): void {
		const runsThatWait = new Set<KeyedRun>();
		let isFull = false;
		this.waiting = this.waiting.filter((batch) => {
			if (runsThatWait.has(batch.run)) return true;
			this.answerFromMemory(batch);
			this.answerBlocked(batch, now);
			if (batch.isDecided) return false;
			const isBlocked = this.isBlocked(batch);
			// A larger batch must not starve, so smaller ones behind it wait, too.
			isFull ||= !isBlocked && !this.hasRoomFor(batch);
			if (!isBlocked && !isFull) {
				this.take(batch, now);
				return false;
			}
			runsThatWait.add(batch.run);
			return true;
		});
	}

	private get all(): Claim[] {
		return [...this.claims.values()];
	}

	private isBlocked({ undecided }: KeyedBatch): boolean {
		return undecided.some(({ name }) => this.claims.has(name));
	}

	private take(batch: KeyedBatch, now: number): void {
		for (const entry of batch.undecided) {
			const claim = new Claim(entry, batch, now);
			this.claims.set(entry.name, claim);
			batch.claims.set(entry.name, claim);
		}
	}

	private answerFromMemory(batch: KeyedBatch): void {
		for (const entry of batch.undecided) {
			const claim = this.claims.get(entry.name);
			if (!claim?.isSent) continue;
			const isSame = claim.entry.emailDigest === entry.emailDigest;
			batch.answer(entry, isSame ? 'sent' : 'otherEmail');
		}
	}

	/**
	 * An entry that another run has is answered once
	 *
	 * - the batch has waited for a minute, or
	 * - another batch of its run has waited so before, and the other run has had the entry for a minute.
	 *
	 * So a run that hangs holds up each other run once, not each of its batches.
	 */
	private answerBlocked(batch: KeyedBatch, now: number): void {
		const { run } = batch;
		const blocking = this.claimsOfOtherRuns(batch);
		batch.blockedSince = blocking.length > 0 ? Math.min(batch.blockedSince, now) : Infinity;
		const hasWaited = now - batch.blockedSince >= MAX_BLOCKED_MS;
		run.hasWaitedForRun ||= hasWaited;
		for (const { entry, takenAt } of blocking) {
			const isHeldLong = now - takenAt >= MAX_BLOCKED_MS;
			if (hasWaited || (run.hasWaitedForRun && isHeldLong)) batch.answer(entry, 'beingSent');
		}
	}

	private claimsOfOtherRuns({ undecided, run }: KeyedBatch): Claim[] {
		const blocking = undecided.flatMap(({ name }) => this.claims.get(name) ?? []);
		return blocking.filter(({ batch }) => batch.run !== run);
	}

	/** A batch that is larger than the room waits until it is alone. */
	private hasRoomFor(batch: KeyedBatch): boolean {
		const counts = new Map<ClaimingBatch, number>();
		for (const { batch: other } of this.unstored) counts.set(other, (counts.get(other) ?? 0) + 1);
		return counts.size === 0 || isWithinLimit([...counts.values(), batch.undecided.length]);
	}
}

/** @param recipientCounts of batches that are claimed at the same time */
function isWithinLimit(recipientCounts: number[]): boolean {
	const taken = recipientCounts.reduce((sum, count) => sum + Math.max(MIN_PER_BATCH, count), 0);
	return taken <= MAX_CLAIMED;
}
