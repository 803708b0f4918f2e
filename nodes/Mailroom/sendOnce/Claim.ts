import type { ClaimRequest, EmailAsked } from './ClaimRequest';
import { claimedValue, claimValues, openValues, sentValues, stateIn, type EntryState } from './dedupEntry';

/** `released`: certainly not sent by this claim. */
export type Ending = 'sent' | 'released' | 'inDoubt';

/** `written`: the write may still be undone. `removed`: the removal may still be undone. */
type Stage = 'new' | 'written' | 'settled' | 'removed';

/** A claim on one entry, kept until its ending is certainly stored. */
export class Claim {
	stage: Stage = 'new';

	settledAt = Infinity;

	isStarted = false;

	private ending: Ending | undefined;

	private isLookedAt = false;

	/** Values that were not stored before this claim was recorded. */
	private readonly added = new Set<string>();

	/** @param takeover above 0 if the entry was in doubt; see `openValue` */
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
		return this.isHeld && this.stage === 'settled';
	}

	get isToBeRemoved(): boolean {
		return !this.isHeld && this.stage === 'settled';
	}

	/** Another process may have sent the email meanwhile, so the last look must be the record right before. */
	get canBeRemoved(): boolean {
		return this.isToBeRemoved && (this.isSent || this.isLookedAt);
	}

	get hasAdded(): boolean {
		return this.added.size > 0;
	}

	end(ending: Ending): void {
		this.ending ??= ending;
		this.isLookedAt = false;
	}

	removeAgain(): void {
		this.stage = 'settled';
		this.isLookedAt = false;
	}

	settle(now: number): void {
		this.stage = 'settled';
		this.settledAt = now;
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
		this.noteAdded(stored);
		return stateIn(stored, this.email, this.takeover);
	}

	/** Another process may have taken the entry over, and ended its claim first. */
	judgeAgain(stored: ReadonlySet<string>): void {
		const isOwn = this.added.has(claimedValue(this.name));
		const isSentByOther = isOwn && stateIn(stored, this.email, this.takeover) === 'sent';
		if (this.ending === 'released' && isSentByOther) this.ending = 'sent';
		this.noteAdded(stored);
		this.isLookedAt = true;
	}

	private noteAdded(stored: ReadonlySet<string>): void {
		for (const value of claimValues(this.email, this.takeover)) {
			if (!stored.has(value)) this.added.add(value);
		}
	}
}
