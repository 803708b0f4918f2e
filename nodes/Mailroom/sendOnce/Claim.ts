import type { ClaimRequest, EmailAsked } from './ClaimRequest';
import { claimedValue, claimValues, openValues, sentValues, stateIn } from './dedupEntry';
import type { EntryState } from './dedupEntry';

/** `released`: certainly not sent by this claim. */
export type Ending = 'sent' | 'released' | 'inDoubt';

/** A claim on one entry, kept until its ending is certainly stored. */
export class Claim {
	/** `written`: another process may undo the write. `removed`: it may undo the removal. */
	stage: 'new' | 'written' | 'settled' | 'removed' = 'new';
	settledAt = Infinity;
	isStarted = false;
	private ending: Ending | undefined;
	/** Whether a record has looked at the entry since the claim ended. */
	private isSeen = false;
	/** Values that were not stored before. */
	private readonly added = new Set<string>();

	/** @param takeover above 0 if the entry was in doubt; see `openValues` */
	constructor(
		readonly email: EmailAsked,
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

	get isSettled(): boolean {
		return this.stage === 'settled' && this.isHeld;
	}

	/** Only what has settled is removed, so that no process removes another's claim. */
	get isToBeRemoved(): boolean {
		return this.stage === 'settled' && !this.isHeld;
	}

	get canBeRemoved(): boolean {
		return this.isToBeRemoved && (this.isSent || this.isSeen);
	}

	end(ending: Ending): void {
		this.ending ??= ending;
		this.isSeen = false;
	}

	valuesToRecord(): string[] {
		if (this.isSent) return sentValues(this.email);
		return this.isHeld || this.isToBeRemoved ? claimValues(this.email, this.takeover) : [];
	}

	valuesToRemove(): string[] {
		return this.isSent ? openValues(this.name, this.takeover) : [...this.added];
	}

	/** @param stored values that were stored before this claim was recorded */
	judge(stored: ReadonlySet<string>): EntryState {
		if (this.stage === 'written') this.added.clear();
		const isOwn = this.added.has(claimedValue(this.name));
		for (const value of claimValues(this.email, this.takeover)) {
			if (!stored.has(value)) this.added.add(value);
		}
		const state = stateIn(stored, this.email, this.takeover);
		// A take-over by another process may have sent the email, and ended first.
		if (this.ending === 'released' && isOwn && state === 'sent') this.ending = 'sent';
		this.isSeen = true;
		return state;
	}

	/** Another process that has released the entry beside a take-over may have removed that it was sent. */
	isEndingIn(stored: ReadonlySet<string>): boolean {
		return !this.isSent || sentValues(this.email).every((value) => stored.has(value));
	}

	removeAgain(): void {
		this.stage = 'settled';
		this.isSeen = false;
	}
}
