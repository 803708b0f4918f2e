import type { EmailAsked, PendingRequest } from './ClaimRequest';
import {
	claimedValue,
	emailValues,
	leaseValues,
	newMark,
	openValue,
	valuesOfClaim,
	type EntryState,
} from './dedupEntry';

/** `released`: certainly not sent. */
export type Ending = 'sent' | 'released' | 'inDoubt';

export type EntryFound = EntryState | 'inDoubt';

/**
 * `settling`: another process may have claimed the entry. `checking`: its values were removed, but a lost update may restore them.
 * `watched`: only a very slow process still can.
 */
type Stage = 'settling' | 'settled' | 'checking' | 'watched';

/** A claim on one entry, kept until its ending is certainly stored. */
export class Claim {
	stage: Stage = 'settling';

	dueAt = Infinity;

	isStarted = false;

	/** The entry was in doubt before. */
	isTakeover = false;

	/** Recorded and removed with the claim. If it disappears or comes back, an update was lost. */
	readonly mark = newMark();

	/** Recorded after the removal. If it disappears, the removal was undone. */
	sentMark = '';

	private ending: Ending | undefined;

	/** State of the entry if it belongs to another claim. */
	private found: EntryFound | undefined;

	/** Values this claim added to that entry. */
	private added: string[] = [];

	private readonly leases = new Set<string>();

	constructor(
		readonly asked: EmailAsked,
		readonly request: PendingRequest,
	) {}

	get name(): string {
		return this.asked.name;
	}

	get isHeld(): boolean {
		return this.ending === undefined && !this.isForeign;
	}

	get isSettled(): boolean {
		return this.stage === 'settled';
	}

	get isForeign(): boolean {
		return this.found !== undefined;
	}

	get isSent(): boolean {
		return this.known === 'sent' && !this.isForeign;
	}

	get known(): 'sent' | 'inDoubt' | undefined {
		const state = this.found ?? this.ending;
		return state === 'sent' || state === 'inDoubt' ? state : undefined;
	}

	get isToBeRemoved(): boolean {
		return !this.isHeld && this.isSettled;
	}

	get isRemoved(): boolean {
		return this.stage === 'checking' || this.stage === 'watched';
	}

	isCheckDue(now: number): boolean {
		return this.stage === 'checking' && this.dueAt <= now;
	}

	valuesToRecord(period: number, now: number): string[] {
		const { asked, name, mark, ending } = this;
		// Until settled, the entry may belong to another process.
		if (this.isHeld || this.stage === 'settling') {
			for (const lease of leaseValues(name, period)) this.leases.add(lease);
			return [...valuesOfClaim(asked, period), mark];
		}
		const values = this.isCheckDue(now) ? [mark] : [];
		if (this.isForeign || ending === 'released') return values;
		if (this.isSent && this.isRemoved) values.push(this.sentMark);
		const open = ending === 'inDoubt' ? [openValue(name)] : [];
		return [...values, claimedValue(name), ...emailValues(asked), ...open];
	}

	valuesToRemove(): string[] {
		const { name, asked, mark, ending, leases } = this;
		if (this.isForeign) return this.added;
		if (ending === 'inDoubt') return [...leases, mark];
		const claimed = ending === 'released' ? [claimedValue(name), ...emailValues(asked)] : [];
		return [...claimed, openValue(name), ...leases, mark];
	}

	/** True if another process has undone the removal. */
	isBackIn(stored: ReadonlySet<string>, now: number): boolean {
		const isMarkBack = this.isCheckDue(now) && stored.has(this.mark);
		return isMarkBack || (this.isSent && this.isRemoved && !stored.has(this.sentMark));
	}

	/** True if another process has overwritten a claim that has not started. */
	isLostIn(stored: ReadonlySet<string>): boolean {
		const { name, mark } = this;
		const mustBeThere = this.stage === 'settling' || (this.isHeld && !this.isStarted);
		const values = [claimedValue(name), openValue(name), mark];
		return mustBeThere && !values.every((value) => stored.has(value));
	}

	end(ending: Ending): void {
		if (!this.isHeld) return;
		// An email in doubt stays in doubt.
		this.ending = ending === 'released' && this.isTakeover ? 'inDoubt' : ending;
	}

	leaveAs(found: EntryFound, added: string[]): void {
		this.found = found;
		this.added = added;
		this.stage = 'settled';
	}
}
