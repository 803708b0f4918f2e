import {
	claimedValue,
	emailValues,
	leaseValues,
	openValue,
	valuesOfClaim,
	type EntryAsked,
} from './dedupEntry';

/** An email that a run wants to send. */
export interface EmailAsked extends EntryAsked {
	/** Set where it is claimed even when an earlier run left it in doubt. */
	evenInDoubt?: boolean;
}

/**
 * `claimed`: the run may send it. `sent`: somebody has. `inDoubt`: a run that has ended began to send it, and its outcome is not known.
 * `otherEmail`: the entry belongs to another email. `inFlight`: another run has had it in flight for more than a minute. `notWanted`: the
 * run has ended. `free`: nobody has sent it, as a lookup tells.
 */
export type ClaimAnswer =
	| { kind: 'claimed'; claim: Claim }
	| { kind: 'sent' | 'inDoubt' | 'otherEmail' | 'inFlight' | 'notWanted' | 'free' };

/** The run that claims. Its requests leave in the order in which they are claimed. */
export interface Claimant {
	executionId: string;
	/** Whether the run still waits for the answer. */
	isWanted(): boolean;
}

/** The emails of one request, each entry once, until all of them have their answer. */
export interface PendingClaim {
	emails: EmailAsked[];
	claimant: Claimant;
	/** Its place in the run. */
	order: number;
	/** Only to know what they are: what is free is given back at once. */
	isReadOnly: boolean;
	answers: Map<string, ClaimAnswer>;
	/** Whether its claims are recorded, and not all of them verified. */
	isRecorded: boolean;
	/** Whether its claims have been recorded before. */
	hasLooked: boolean;
	/** When the store is to be asked (again), by the clock. */
	askAt: number;
	/** Since when another run has one of them in flight. */
	inFlightSince: number | undefined;
	resolve(): void;
	reject(error: unknown): void;
}

/**
 * The end of a claim. `released`: it certainly was not sent, and is free again. `inDoubt`: it may have been sent. `foreign`: it met what the
 * store had already, and that is to stay as it was.
 */
type Ending = 'sent' | 'released' | 'inDoubt' | 'foreign';

/** An entry that this process has claimed, from then on until the store certainly has its outcome. */
export class Claim {
	/** It is certain that no other process has claimed the same at that moment. */
	isVerified = false;

	/** Its request may have left. */
	isStarted = false;

	/** The store has its ending, unless that update was lost. */
	isWritten = false;

	/** The status of the email, once it is known: it was sent, now or before, or may have been. */
	known: 'sent' | 'inDoubt' | undefined;

	private ending: Ending | undefined;

	/** It takes over what a process that has ended left in doubt. */
	isTakeover = false;

	/** Its leases that may be in the store. */
	private readonly leases = new Set<string>();

	/** Added to the store by a claim that proved to be foreign. */
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

	/** The store had the entry already. */
	get isForeign(): boolean {
		return this.ending === 'foreign';
	}

	/** This process has sent it. */
	get isSent(): boolean {
		return this.ending === 'sent';
	}

	/** The store must have it as a claim, and nothing has been sent that it is for. */
	get mustBeStored(): boolean {
		return !this.isStarted && !this.isForeign && (this.isOpen || !this.isVerified);
	}

	/** Its ending can be written. A claim that may be another process's must not be removed before that is known. */
	get isToBeWritten(): boolean {
		return !this.isOpen && !this.isWritten && (this.isVerified || this.isForeign);
	}

	/** The values that the store must hold of it. To be recorded, which renews the lease. */
	valuesToKeep(period: number): string[] {
		const { asked, ending } = this;
		if (this.isOpen || (!this.isVerified && !this.isForeign)) {
			for (const lease of leaseValues(asked.name, period)) this.leases.add(lease);
			return valuesOfClaim(asked, period);
		}
		const claimed = [claimedValue(asked.name), ...emailValues(asked)];
		if (ending === 'sent') return claimed;
		return ending === 'inDoubt' ? [...claimed, openValue(asked.name)] : [];
	}

	/** The values that the store must not hold of it any more. */
	valuesToRemove(): string[] {
		const { name, asked, ending } = this;
		if (this.isForeign) return this.added;
		if (ending === 'inDoubt') return [...this.leases];
		const claimed = [claimedValue(name), ...emailValues(asked)];
		return [...(ending === 'released' ? claimed : []), openValue(name), ...this.leases];
	}

	/** @param there what the store had of the values to keep */
	isStoredIn(there: ReadonlySet<string>): boolean {
		return there.has(claimedValue(this.name)) && there.has(openValue(this.name));
	}

	sent(): void {
		this.known = 'sent';
		this.end('sent');
	}

	/** An email that was in doubt before stays so in the store. This run has not tried it, so it may claim it again. */
	released(): void {
		this.end(this.isTakeover ? 'inDoubt' : 'released');
	}

	leftInDoubt(): void {
		if (!this.isOpen) return;
		this.known = 'inDoubt';
		this.end('inDoubt');
	}

	/** Leaves to the store what it had already. @param added what this claim has added to it */
	leftAsFound(added: string[]): void {
		this.added = added;
		this.ending = 'foreign';
	}

	private end(ending: Ending): void {
		if (this.isOpen) this.ending = ending;
	}
}
