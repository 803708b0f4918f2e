import type { ClaimRequest } from './ClaimRequest';
import { claimedValue, claimValues, openValues, sentValues, stateIn } from './dedupEntry';
import type { Entry, EntryState } from './dedupEntry';

/** Ten looks of another process, which may then take over, need longer. */
const MAX_UNSTARTED_MS = 8_000;

/** `released`: certainly not sent by this claim. */
export type Ending = 'sent' | 'released' | 'inDoubt';

/** A claim on one entry, kept until its ending is certainly stored. */
export class Claim {
	/** `written`: another process may undo the write. `removed`: it may undo the removal. */
	stage: 'new' | 'written' | 'settled' | 'removed' = 'new';
	/** The request with the email has left. */
	isStarted = false;
	private settledAt = Infinity;
	private ending: Ending | undefined;
	/** Values that were not stored before. */
	private readonly added = new Set<string>();

	/** @param takeover above 0 if the entry was in doubt; see `openValues` */
	constructor(
		readonly email: Entry,
		readonly request: ClaimRequest,
		readonly takeover: number,
	) {}

	get name(): string {
		return this.email.name;
	}

	get isHeld(): boolean {
		return this.ending === undefined;
	}

	get isSent(): boolean {
		return this.ending === 'sent';
	}

	get mayStart(): boolean {
		return this.stage === 'settled' && this.isHeld;
	}

	/** Only what has settled is removed, so that no process removes another's claim. An email in doubt stays open. */
	get isToBeRemoved(): boolean {
		return this.stage === 'settled' && !this.isHeld && this.ending !== 'inDoubt';
	}

	isStartOverdue(now: number): boolean {
		return this.mayStart && !this.isStarted && now >= this.settledAt + MAX_UNSTARTED_MS;
	}

	settle(at: number): void {
		this.stage = 'settled';
		this.settledAt = at;
	}

	end(ending: Ending): void {
		this.ending ??= ending;
	}

	valuesToRecord(): string[] {
		if (this.isSent) return sentValues(this.email);
		return this.isHeld || this.isToBeRemoved ? claimValues(this.email, this.takeover) : [];
	}

	valuesToRemove(): string[] {
		return this.isSent ? openValues(this.name, this.takeover) : [...this.added];
	}

	/** @param stored values that were stored before this claim was recorded */
	compareWith(stored: ReadonlySet<string>): EntryState {
		if (this.stage === 'written') this.added.clear();
		const isOwn = this.added.has(claimedValue(this.name));
		for (const value of claimValues(this.email, this.takeover)) {
			if (!stored.has(value)) this.added.add(value);
		}
		const state = stateIn(stored, this.email, this.takeover);
		// A take-over by another process may have sent the email, and ended first.
		if (this.ending === 'released' && isOwn && state === 'sent') this.ending = 'sent';
		return state;
	}

	/** Another process that has released the entry beside a take-over may have removed that it was sent. */
	isEndingIn(stored: ReadonlySet<string>): boolean {
		return !this.isSent || sentValues(this.email).every((value) => stored.has(value));
	}
}
