import {
	claimValues,
	passingValues,
	sentValues,
	stateIn,
	type Entry,
	type EntryState,
} from './Entry';

/** After these times, that an email was sent is written again, because another process may have undone it. */
const REPEAT_AFTER_MS = [2_000, 6_000];

/** `released`: certainly not sent by this claim. */
export type Ending = 'sent' | 'released' | 'inDoubt';

/** An entry that a batch of this process has. docs/design/send-once.md shows its life. */
export class Claim {
	isGranted = false;
	ending: Ending | undefined;
	isStored = false;
	looks = 0;
	/** When the entry is looked at or its ending is written. */
	dueAt = -Infinity;
	private endedAt = 0;
	/** How often the ending was still stored at a later look. */
	private timesFound = 0;
	/** Values that the looks have added. */
	private readonly added = new Set<string>();

	constructor(
		readonly entry: Entry,
		readonly batch: KeyedBatch,
	) {}

	get needsLook(): boolean {
		return !this.isGranted && this.ending === undefined;
	}

	/** The email may leave, and its outcome is not known yet. */
	get awaitsOutcome(): boolean {
		return this.isGranted && this.ending === undefined;
	}

	get isSent(): boolean {
		return this.ending === 'sent';
	}

	/** @param stored values that were stored before this look */
	look(stored: ReadonlySet<string>): EntryState {
		this.looks++;
		for (const value of claimValues(this.entry)) if (!stored.has(value)) this.added.add(value);
		return stateIn(stored, this.entry);
	}

	grant(): void {
		this.isGranted = true;
		this.batch.decide();
	}

	/** The first ending counts. */
	end(ending: Ending, now: number): void {
		if (this.ending) return;
		this.ending = ending;
		this.endedAt = now;
		this.dueAt = now;
	}

	valuesToRemove(): string[] {
		return this.isSent ? passingValues(this.entry) : [...this.added];
	}

	valuesToAdd(): string[] {
		return this.isSent ? sentValues(this.entry) : claimValues(this.entry);
	}

	/**
	 * Plans when it is written again that the email was sent: at once if another process has undone it.
	 *
	 * @returns false after the last time
	 */
	planRepeat(stored: ReadonlySet<string>): boolean {
		if (!sentValues(this.entry).every((value) => stored.has(value))) return true;
		const afterMs = REPEAT_AFTER_MS.at(this.timesFound++);
		if (afterMs === undefined) return false;
		this.dueAt = this.endedAt + afterMs;
		return true;
	}
}

/** Knowledge of a run that sends with a Send Once Key. */
export interface KeyedRun {
	/** Names of entries that this run has left in doubt, and must not send again. */
	readonly doubts: Set<string>;
	/** Set once it has waited in vain for an entry that was open elsewhere. It then takes others as in doubt at once. */
	hasWaited: boolean;
}

/** `beingSent`: for over a minute, by another run of this process. An error: the store fails. */
export type ClaimAnswer = 'sent' | 'inDoubt' | 'otherEmail' | 'beingSent' | Error;

/** The entries of one request to the service, which is sent when each is answered or granted. */
export class KeyedBatch {
	/** By entry name. */
	readonly answers = new Map<string, ClaimAnswer>();
	/** By entry name. */
	readonly claims = new Map<string, Claim>();
	/** Since then, another run of this process has had one of the entries. */
	blockedSince = Infinity;
	/** Resolves when each entry is answered or granted. */
	readonly decided: Promise<void>;
	private resolve = () => {};

	constructor(
		readonly entries: Entry[],
		readonly run: KeyedRun,
	) {
		this.decided = new Promise((resolve) => {
			this.resolve = resolve;
		});
	}

	get undecided(): Entry[] {
		return this.entries.filter(
			({ name }) => !this.answers.has(name) && !this.claims.get(name)?.isGranted,
		);
	}

	get isDecided(): boolean {
		return this.undecided.length === 0;
	}

	/** Whether "If in Doubt: Send" applies. */
	sendsInDoubt({ name, evenInDoubt }: Entry): boolean {
		return evenInDoubt === true && !this.run.doubts.has(name);
	}

	answer({ name }: Entry, answer: ClaimAnswer): void {
		this.answers.set(name, answer);
		this.decide();
	}

	decide(): void {
		if (this.isDecided) this.resolve();
	}
}
