import type { ClaimRequest, EmailAsked } from './ClaimRequest';
import {
	claimedValue,
	claimValues,
	openValues,
	sentValues,
	stateIn,
	type EntryState,
} from './dedupEntry';

/** `released`: certainly not sent by this claim. */
export type Ending = 'sent' | 'released' | 'inDoubt';

/** A claim on one entry, kept until its ending is certainly stored. */
export class Claim {
	/** `written`: another process may undo the write. `removed`: it may undo the removal. */
	stage: 'new' | 'written' | 'settled' | 'removed' = 'new';
	settledAt = Infinity;
	isStarted = false;
	private ending: Ending | undefined;
	/** Whether the last record has found out how the entry is stored. */
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

	get isUnsettled(): boolean {
		return this.stage === 'written' || (this.stage === 'settled' && !this.isHeld);
	}

	/** Only what has settled is removed, so that no process removes another's claim. */
	get canBeRemoved(): boolean {
		return this.stage === 'settled' && !this.isHeld && (this.isSent || this.isSeen);
	}

	get hasAdded(): boolean {
		return this.added.size > 0;
	}

	settle(now: number): void {
		this.stage = 'settled';
		this.settledAt = now;
	}

	end(ending: Ending): void {
		this.ending ??= ending;
		this.isSeen = false;
	}

	removeAgain(): void {
		this.stage = 'settled';
		this.isSeen = false;
	}

	valuesToRecord(): string[] {
		if (this.isSent) return sentValues(this.email);
		return this.isHeld || this.stage === 'settled' ? claimValues(this.email, this.takeover) : [];
	}

	valuesToRemove(): string[] {
		return this.isSent ? openValues(this.name, this.takeover) : [...this.added];
	}

	/** @param stored values that were stored before this claim was recorded */
	judge(stored: ReadonlySet<string>): EntryState {
		this.added.clear();
		return this.see(stored);
	}

	/** Another process may have taken the entry over, sent the email, and ended first. */
	judgeAgain(stored: ReadonlySet<string>): void {
		const isOwn = this.added.has(claimedValue(this.name));
		const state = this.see(stored);
		if (this.ending === 'released' && isOwn && state === 'sent') this.ending = 'sent';
	}

	private see(stored: ReadonlySet<string>): EntryState {
		this.isSeen = true;
		for (const value of claimValues(this.email, this.takeover)) {
			if (!stored.has(value)) this.added.add(value);
		}
		return stateIn(stored, this.email, this.takeover);
	}
}
