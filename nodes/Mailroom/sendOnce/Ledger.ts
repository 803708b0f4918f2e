import { randomUUID } from 'node:crypto';
import { claimedValue, openValue, valuesOfClaim } from './entry';
import { HistoryFailed } from './HistoryFailed';
import type { HistoryStore } from './HistoryStore';
import { IF_IN_DOUBT } from './optionLabels';
import type { Claim, ClaimState, SendOnceHistory } from './SendOnceHistory';

/**
 * `claimed`: ours to send. `sent`: somebody sent it. `inDoubt`: an earlier run began and never confirmed it.
 * `elsewhere`: this or another run of this process has it under way now.
 */
export type ClaimResult = 'claimed' | 'sent' | 'inDoubt' | 'elsewhere';

/** How long an outcome may wait for the next claim to be written with: at the full pace that comes a little sooner. */
const WRITE_AFTER_MS = 1_700;

/** Longer than other n8n processes take from reading the history to having written it; and not always the same. */
const LOOK_AGAIN = { afterMs: 50, jitterMs: 20 };

/** How long what another process has claimed may take to be sent and confirmed by it. */
const CONFIRMED_ELSEWHERE_AFTER_MS = 3_000;

/*
 * What other n8n processes undo, is recorded again at the end. They write in a few dozen ms, so a look right after tells
 * little; four rounds left nothing lost in trials with two of them.
 */
const ROUNDS = { most: 5, betweenMs: 50, jitterMs: 100 };

/** n8n searches the whole history for each value that is removed, and answers nobody meanwhile. */
const REMOVED_AT_ONCE = 100;

const NOT_CONFIRMED = `What this run sent may count as in doubt the next time: see "${IF_IN_DOUBT}" in the options`;

/**
 * What one run of the node claims before it sends, and notes after.
 *
 * In the store an entry is free (nothing), claimed (claimed and open), or sent (claimed alone). A claim that is read by a run
 * that did not make it is in doubt, unless that run is of this process and still going on.
 */
export class Ledger {
	/** The entries of the last claim, which the next one records again. */
	private lastClaimed: string[] = [];

	/** What the last claim won, until it is certain that no other process won it too. */
	private toVerify: string[] = [];

	/** Stands in the store as long as nobody has undone the last claim. */
	private mark = '';

	/** What another process has claimed at the same moment as this run. */
	private readonly lost = new Set<string>();

	/** Another n8n process has undone something that this run wrote. */
	private isUndone = false;

	private isWaitingToWrite = false;

	private isFinished = false;

	constructor(
		private readonly history: SendOnceHistory,
		private readonly store: HistoryStore,
	) {
		history.join(this);
	}

	/**
	 * Which of these an earlier run began and never confirmed. What is under way in this process is not among them.
	 *
	 * The store can only be read by writing: what is looked up is open for a moment, and a crash in that moment leaves it in
	 * doubt, one group at the most.
	 *
	 * @param cancelled ends it early
	 * @throws HistoryFailed
	 */
	async findInDoubt(
		entries: string[],
		groupSize: number,
		cancelled?: AbortSignal,
	): Promise<Set<string>> {
		const all = [...new Set(entries)];
		const inDoubt: string[] = [];
		for (let at = 0; at < all.length && !cancelled?.aborted; at += groupSize) {
			const group = all.slice(at, at + groupSize);
			inDoubt.push(...(await this.history.exclusively(async () => await this.lookUp(group))));
		}
		return new Set(inDoubt);
	}

	/**
	 * Claims what is free, in one call of the store, after the outcomes that are not written yet.
	 *
	 * @param options.evenInDoubt also claims what an earlier run left in doubt, but never what this one did
	 * @throws HistoryFailed; then nothing of it may be sent
	 */
	async claim(entries: string[], { evenInDoubt = false } = {}): Promise<Map<string, ClaimResult>> {
		return await this.history.exclusively(async () => {
			if (this.isFinished) throw new Error('The run has finished and can claim nothing more');
			this.toVerify = [];
			// While they are written others come in, and what waits to be released would be taken for in doubt.
			while (this.history.hasRemovalsSince !== undefined) {
				await this.history.writeRemovals(this.store);
			}
			const results = new Map<string, ClaimResult>();
			for (const entry of entries) {
				const state = this.history.claimOf(entry)?.state;
				if (state === 'open') results.set(entry, 'elsewhere');
				if (state === 'sent') results.set(entry, 'sent');
			}
			const unknown = [...new Set(entries)].filter((entry) => !results.has(entry));
			const there = await this.recordClaims(unknown);
			for (const entry of unknown) results.set(entry, this.judge(entry, there, evenInDoubt));
			this.toVerify = unknown.filter((entry) => results.get(entry) === 'claimed');
			await this.tidyUp(this.toVerify);
			return results;
		});
	}

	/**
	 * Which entries of the last claim are another process's after all. The store has no lock: two processes that claim at the same
	 * moment both believe that they won. The one that wrote last finds its mark there; the other finds the winner's claims instead.
	 * To be asked before anything of the claim is sent. What is lost is no longer this run's.
	 *
	 * @throws HistoryFailed; then nothing of the claim may be sent
	 */
	async lostToOthers(): Promise<Set<string>> {
		const claimed = this.toVerify;
		this.toVerify = [];
		if (claimed.length === 0) return new Set();
		try {
			const lost = await this.lookAgain(claimed);
			for (const entry of lost) {
				this.lost.add(entry);
				this.history.forget(entry);
			}
			return lost;
		} catch (error) {
			for (const entry of claimed) this.release(entry);
			return await Promise.reject(error);
		} finally {
			this.history.removeLater(this.mark, [this.mark]);
		}
	}

	/** It was sent. Written with the next claim, or some time later. */
	confirm(entry: string): void {
		this.close(entry, 'sent', [openValue(entry)]);
	}

	/**
	 * It certainly was not sent. Written with the next claim, or some time later. What was in doubt before this run stays so: of
	 * the earlier email nobody knows more now.
	 */
	release(entry: string): void {
		if (this.openClaim(entry)?.wasInDoubt) this.leaveInDoubt(entry);
		else this.close(entry, 'released', valuesOfClaim(entry));
	}

	/** It may have been sent: from now on it is in doubt. */
	leaveInDoubt(entry: string): void {
		const claim = this.openClaim(entry);
		if (!claim) return;
		claim.state = 'inDoubt';
		claim.settle();
	}

	/** Waits until the outcome of what is under way elsewhere is known, or should be; then a claim tells it. */
	async whenSettled(entry: string): Promise<void> {
		const claim = this.history.claimOf(entry);
		if (claim) await claim.settled;
		else if (this.lost.delete(entry)) {
			await this.history.clock.sleep(CONFIRMED_ELSEWHERE_AFTER_MS);
		}
	}

	/**
	 * Ends the run, also after a failure: writes what is not written yet and what other processes have undone. To be called when
	 * no request is under way any more: what is still open is in doubt from now on.
	 *
	 * @throws HistoryFailed when what was sent could not be confirmed
	 */
	async finish(): Promise<void> {
		if (this.isFinished) return;
		this.isFinished = true;
		await this.writeLast()
			.catch((error: unknown) => {
				throw new HistoryFailed(error, NOT_CONFIRMED);
			})
			.finally(() => this.history.leave(this));
	}

	private async writeLast(): Promise<void> {
		await this.write();
		await this.recordAgain();
	}

	private async lookUp(group: string[]): Promise<string[]> {
		await this.history.writeRemovals(this.store);
		const known = group.filter((entry) => this.history.claimOf(entry)?.state === 'inDoubt');
		const unknown = group.filter((entry) => !this.history.claimOf(entry));
		if (unknown.length === 0) return known;
		const there = await this.store.record(unknown.map(openValue));
		const isInDoubt = (entry: string) => there.has(openValue(entry));
		for (const entry of unknown) {
			if (!isInDoubt(entry)) this.history.removeLater(entry, [openValue(entry)]);
		}
		await this.history.writeRemovals(this.store);
		return [...known, ...unknown.filter(isInDoubt)];
	}

	/**
	 * With the claims goes what the last one recorded: so what another process has undone is back after a second, not only at the
	 * end of the run.
	 */
	private async recordClaims(entries: string[]): Promise<Set<string>> {
		if (entries.length === 0) return new Set();
		const again = this.lastClaimed
			.filter((entry) => !entries.includes(entry))
			.flatMap((entry) => valuesToKeep(this.history.claimOf(entry)));
		this.lastClaimed = entries;
		this.mark = randomUUID();
		const values = [this.mark, ...entries.flatMap(valuesOfClaim), ...again];
		const there = await this.store.record(values);
		this.isUndone ||= again.some((value) => !there.has(value));
		return there;
	}

	private async lookAgain(claimed: string[]): Promise<Set<string>> {
		const { clock } = this.history;
		const lost = new Set<string>();
		for (let round = 1; round <= ROUNDS.most; round++) {
			await clock.sleep(LOOK_AGAIN.afterMs + clock.random() * LOOK_AGAIN.jitterMs);
			const values = [
				this.mark,
				...claimed.filter((each) => !lost.has(each)).flatMap(valuesOfClaim),
			];
			const there = await this.history.exclusively(async () => await this.store.record(values));
			if (there.has(this.mark)) return lost;
			this.isUndone = true;
			// What was in doubt before the claim is there in any case.
			const isTheirs = (each: string) =>
				there.has(claimedValue(each)) && this.openClaim(each)?.wasInDoubt === false;
			for (const entry of claimed.filter(isTheirs)) lost.add(entry);
			if (lost.size === claimed.length) return lost;
		}
		// Nobody knows whose it is.
		return new Set(claimed);
	}

	/** What an entry was before this run recorded its claim, and so what the claim has come to. */
	private judge(entry: string, there: Set<string>, evenInDoubt: boolean): ClaimResult {
		const wasClaimed = there.has(claimedValue(entry));
		const wasOpen = there.has(openValue(entry));
		const earlier = this.history.claimOf(entry);
		const isInDoubt = wasOpen || earlier?.state === 'inDoubt';
		if (isInDoubt && (!evenInDoubt || earlier?.by === this)) {
			// The history has dropped "claimed", being full. Were it left there now, it would outlive "open" and mean "sent".
			if (wasOpen && !wasClaimed) this.history.removeLater(entry, [claimedValue(entry)]);
			return 'inDoubt';
		}
		if (wasClaimed && !isInDoubt) {
			this.history.removeLater(entry, [openValue(entry)]);
			return 'sent';
		}
		this.history.addClaim(entry, this, isInDoubt);
		return 'claimed';
	}

	/**
	 * Takes back "open" where a claim met what was sent. A crash right before it turns that into doubt, for no more than the
	 * entries of this claim.
	 */
	private async tidyUp(claimed: string[]): Promise<void> {
		await this.history.writeRemovals(this.store).catch((error: unknown) => {
			for (const entry of claimed) this.release(entry);
			throw error;
		});
	}

	private openClaim(entry: string): Claim | undefined {
		const claim = this.history.claimOf(entry);
		return claim?.by === this && claim.state === 'open' ? claim : undefined;
	}

	private close(entry: string, state: ClaimState, removed: string[]): void {
		const claim = this.openClaim(entry);
		if (!claim) return;
		claim.state = state;
		this.history.removeLater(entry, removed);
		void this.writeSoon();
	}

	/** Ends with the run, or when nothing has waited for long. */
	private async writeSoon(): Promise<void> {
		if (this.isWaitingToWrite) return;
		this.isWaitingToWrite = true;
		const { clock } = this.history;
		for (;;) {
			const since = this.history.hasRemovalsSince;
			if (since === undefined || this.isFinished) break;
			const waitMs = since + WRITE_AFTER_MS - clock.now();
			if (waitMs > 0) {
				await clock.sleep(waitMs);
				continue;
			}
			// What cannot be written waits for the next claim, or the end of the run, which tells the user.
			await this.write().catch(async () => await clock.sleep(WRITE_AFTER_MS));
		}
		this.isWaitingToWrite = false;
	}

	private async write(): Promise<void> {
		await this.history.exclusively(async () => await this.history.writeRemovals(this.store));
	}

	private async recordAgain(): Promise<void> {
		for (let round = 1; round <= ROUNDS.most; round++) {
			const isComplete = await this.history.exclusively(async () => {
				const values = this.history.claimsBy(this).flatMap(valuesToKeep);
				if (values.length === 0) return true;
				return (await this.store.record(values)).size === values.length;
			});
			if (isComplete && !this.isUndone) return;
			await this.confirmAgain();
			this.isUndone = false;
			const { clock } = this.history;
			await clock.sleep(ROUNDS.betweenMs + clock.random() * ROUNDS.jitterMs);
		}
	}

	/** Another process may have brought back "open" as well, which nothing tells. */
	private async confirmAgain(): Promise<void> {
		const sent = this.history.claimsBy(this).filter(({ state }) => state === 'sent');
		for (let at = 0; at < sent.length; at += REMOVED_AT_ONCE) {
			const values = sent.slice(at, at + REMOVED_AT_ONCE).map(({ entry }) => openValue(entry));
			await this.history.exclusively(async () => await this.store.remove(values));
		}
	}
}

/** What the store must hold of a claim, now that it has no removals left to write. */
function valuesToKeep(claim: Claim | undefined): string[] {
	if (!claim) return [];
	return claim.state === 'sent' ? [claimedValue(claim.entry)] : valuesOfClaim(claim.entry);
}
