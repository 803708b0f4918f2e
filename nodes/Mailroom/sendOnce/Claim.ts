import {
	claimedValue,
	emailValues,
	leaseValues,
	openValue,
	valuesOfClaim,
	type EntryAsked,
	type EntryState,
} from './dedupEntry';

export interface EmailAsked extends EntryAsked {
	/** Claim it also when an earlier run left it in doubt. */
	evenInDoubt?: boolean;
}

/** `inFlight`: for more than a minute. `notWanted`: the run has ended. */
export type ClaimAnswer =
	| { kind: 'claimed'; claim: Claim }
	| { kind: 'sent' | 'inDoubt' | 'otherEmail' | 'inFlight' | 'notWanted' };

/** The run that asks. */
export interface Claimant {
	executionId: string;
	/** False when the run has ended. */
	isWanted(): boolean;
	/** Names of the entries that it has left in doubt: it does not send them twice. */
	leftInDoubt: Set<string>;
}

/** The emails of one request. */
export interface ClaimRequest {
	emails: EmailAsked[];
	claimant: Claimant;
	/** The place of the request in its run, the same when it claims again. */
	order: number;
}

/** A request that is not answered yet. */
export interface PendingClaim extends ClaimRequest {
	answers: Map<string, ClaimAnswer>;
	/** Those of the last time that it asked. */
	claims: Claim[];
	/** For the next time. */
	askAt: number;
	/** Some entries may be in doubt and are checked a second time. */
	isRechecking: boolean;
	/** Since when another run has one of them in flight. */
	inFlightSince: number | undefined;
	resolve(): void;
	reject(error: unknown): void;
}

/** False if "Send" does not apply to it. */
export function mayTakeOver(
	{ claimant }: ClaimRequest,
	{ name, evenInDoubt }: EmailAsked,
): boolean {
	return evenInDoubt === true && !claimant.leftInDoubt.has(name);
}

/** `released`: certainly not sent. */
export type Outcome = 'sent' | 'released' | 'inDoubt';

export type EntryFound = EntryState | 'inDoubt';

/** Kept until its outcome is verified in the store. */
export class Claim {
	/** Certainly claimed by no other process. */
	isVerified = false;

	isStarted = false;

	/** The outcome was written, but a lost update may have undone it. */
	isWritten = false;

	/** The entry was in doubt before. */
	isTakeover = false;

	/** `foreign`: the store had the entry before, and keeps it as it was. */
	private ending: Outcome | 'foreign' | undefined;

	private readonly leases = new Set<string>();

	/** State of the entry that a foreign claim has found. */
	private found: EntryFound | undefined;

	/** Values that a foreign claim has added to the store. */
	private added: string[] = [];

	constructor(
		readonly asked: EmailAsked,
		readonly request: PendingClaim,
	) {}

	get name(): string {
		return this.asked.name;
	}

	get isOpen(): boolean {
		return this.ending === undefined;
	}

	get isForeign(): boolean {
		return this.ending === 'foreign';
	}

	get isSent(): boolean {
		return this.ending === 'sent';
	}

	/** The certain state of the entry, if any. */
	get known(): 'sent' | 'inDoubt' | undefined {
		const outcome = this.isForeign ? this.found : this.ending;
		return outcome === 'sent' || outcome === 'inDoubt' ? outcome : undefined;
	}

	/** Until verified, the entry may belong to another process. */
	get isToBeWritten(): boolean {
		return !this.isOpen && !this.isWritten && (this.isVerified || this.isForeign);
	}

	valuesToKeep(period: number): string[] {
		const { asked, ending } = this;
		if (this.isOpen || (!this.isVerified && !this.isForeign)) {
			for (const lease of leaseValues(asked.name, period)) this.leases.add(lease);
			return valuesOfClaim(asked, period);
		}
		if (ending !== 'sent' && ending !== 'inDoubt') return [];
		const open = ending === 'inDoubt' ? [openValue(asked.name)] : [];
		return [claimedValue(asked.name), ...emailValues(asked), ...open];
	}

	valuesToRemove(): string[] {
		const { name, asked, ending, leases } = this;
		if (this.isForeign) return this.added;
		if (ending === 'inDoubt') return [...leases];
		const claimed = ending === 'released' ? [claimedValue(name), ...emailValues(asked)] : [];
		return [...claimed, openValue(name), ...leases];
	}

	isMissingIn(there: ReadonlySet<string>): boolean {
		const mustBeThere = !this.isStarted && !this.isForeign && (this.isOpen || !this.isVerified);
		return mustBeThere && !(there.has(claimedValue(this.name)) && there.has(openValue(this.name)));
	}

	/** Only the first ending counts. */
	end(ending: Outcome): void {
		if (!this.isOpen) return;
		// An email in doubt stays in doubt.
		this.ending = ending === 'released' && this.isTakeover ? 'inDoubt' : ending;
	}

	leaveAs(found: EntryFound, added: string[]): void {
		this.found = found;
		this.added = added;
		this.ending = 'foreign';
	}
}
