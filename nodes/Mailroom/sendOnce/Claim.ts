import {
	claimedValue,
	emailValues,
	leaseValue,
	openValue,
	valuesOfClaim,
	type EntryAsked,
} from './entry';

/** An email that a run wants to send. */
export interface EmailAsked extends EntryAsked {
	/** Set where it is claimed even when an earlier run left it in doubt. */
	evenInDoubt?: boolean;
}

/**
 * `claimed`: this process may send it. `sent`: somebody has. `inDoubt`: a process that has ended began to, and nobody knows what
 * came of it. `otherEmail`: the entry belongs to another email. `underWay`: to be asked for again when `ended` has resolved.
 * `free`: nobody has sent it, as a look tells. `lapsed`: it seems to be in doubt, which only a second look can tell. `full`: nobody has
 * sent it, and the history, of so many values, has no room for it.
 */
export type ClaimAnswer =
	| { kind: 'claimed'; claim: Claim }
	| { kind: 'sent' | 'inDoubt' | 'otherEmail' | 'free' | 'lapsed' }
	| { kind: 'underWay'; ended: Promise<void> }
	| { kind: 'full'; size: number };

/** The emails of one request to the service, each entry once. */
export interface ClaimRequest {
	emails: EmailAsked[];
	executionId: string;
	/** Only to know what they are: what is free is given back at once. */
	isLook?: boolean;
	/** Set where it asks again for what is open without a lease, which others must not keep waiting. */
	isSecondLook?: boolean;
	/** Somebody still waits for the answer. */
	isWanted(): boolean;
}

/** A request that waits for its answers, by the names of the entries. */
export interface Asking extends ClaimRequest {
	answers: Map<string, ClaimAnswer>;
	since: number;
	resolve(): void;
	reject(error: unknown): void;
}

/**
 * The end of a claim. `released`: it certainly was not sent, and is free again. `inDoubt`: nobody knows. `found`: it met what the
 * store had already, and that is to stay as it was.
 */
type Ending = 'sent' | 'released' | 'inDoubt' | 'found';

/** An entry that this process has claimed, from then on until the store certainly has its outcome. */
export class Claim {
	/** It is certain that no other process has claimed the same at that moment. */
	isProven = false;

	/** Its request may have left. */
	isStarted = false;

	/** The store has its ending, unless another process has undone that. */
	isWritten = false;

	/** The fate of the email, once it is known: it was sent, now or before, or may have been. */
	known: 'sent' | 'inDoubt' | undefined;

	/** Resolves when it was sent, and else when the entry can be claimed again. */
	readonly whenFree: Promise<void>;

	/** Nothing is left to do for it. */
	forget = () => {};

	private ending: Ending | undefined;

	/** It takes over what a process that has ended left in doubt. */
	private isTakeover = false;

	private readonly leases = new Set<number>();

	/** Added to the store by a claim that is not ours. */
	private added: string[] = [];

	constructor(
		readonly asked: EmailAsked,
		readonly request: Asking,
	) {
		this.whenFree = new Promise((resolve) => {
			this.forget = resolve;
		});
	}

	get name(): string {
		return this.asked.name;
	}

	get isOpen(): boolean {
		return this.ending === undefined;
	}

	/** It is none of ours. */
	get isFound(): boolean {
		return this.ending === 'found';
	}

	/** This process has sent it. */
	get isSent(): boolean {
		return this.ending === 'sent';
	}

	/** It certainly was not sent, and is soon free again. */
	get isReleased(): boolean {
		return this.ending === 'released';
	}

	/** The store must have it as a claim, and nothing has been sent that it is for. */
	get isToStand(): boolean {
		return !this.isStarted && !this.isFound && (this.isOpen || !this.isProven);
	}

	/** Its ending can be written. A claim that may be another process's must not be removed before that is known. */
	get isToBeWritten(): boolean {
		return !this.isOpen && !this.isWritten && (this.isProven || this.isFound);
	}

	/** The values that the store must hold of it. To be recorded, which renews the lease. */
	valuesToKeep(period: number): string[] {
		const { asked, ending } = this;
		if (this.isOpen || (!this.isProven && !this.isFound)) {
			this.leases.add(period);
			return valuesOfClaim(asked, period);
		}
		const claimed = [claimedValue(asked.name), ...emailValues(asked)];
		if (ending === 'sent') return claimed;
		return ending === 'inDoubt' ? [...claimed, openValue(asked.name)] : [];
	}

	/** The values that the store must not hold of it any more. */
	valuesToRemove(): string[] {
		const { name, asked, ending } = this;
		if (this.isFound) return this.added;
		const leases = [...this.leases].map((period) => leaseValue(name, period));
		if (ending === 'inDoubt') return leases;
		const claimed = [claimedValue(name), ...emailValues(asked)];
		return [...(ending === 'released' ? claimed : []), openValue(name), ...leases];
	}

	/** @param there what the store had of the values to keep */
	isIn(there: ReadonlySet<string>): boolean {
		return there.has(claimedValue(this.name)) && there.has(openValue(this.name));
	}

	/** @param leases of other periods that were asked for, and so are in the store */
	takeOver(leases: number[]): void {
		this.isTakeover = true;
		for (const period of leases) this.leases.add(period);
	}

	sent(): void {
		this.known = 'sent';
		this.end('sent');
		this.forget();
	}

	/** An email that was in doubt before stays so: nobody knows more of it now. */
	released(): void {
		if (this.isTakeover) this.leftInDoubt();
		else this.end('released');
	}

	leftInDoubt(): void {
		this.known = 'inDoubt';
		this.end('inDoubt');
	}

	/** Leaves to the store what it had already. @param added what this claim has added to it */
	leftAsFound(added: string[]): void {
		this.added = added;
		this.ending = 'found';
	}

	private end(ending: Ending): void {
		if (this.isOpen) this.ending = ending;
	}
}
