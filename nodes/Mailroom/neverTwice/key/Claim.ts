import { claimValues, openValue, sentValues, stateIn, type Entry, type EntryState } from './Entry';

/**
 * After these times, that an email was sent is written again, because another process may have undone it: a usual call is over after 2
 * seconds, and a slow one after 6.
 */
const REPEAT_AFTER_MS = [2_000, 6_000];
/** A database that is down or locked gets some time in between. */
const RETRY_AFTER_MS = 2_000;
/** Once its workflow is deleted, each write fails. */
const MAX_FAILED_REPEATS = 5;
const MAX_UNSTORED_MS = 60 * 60_000;

export type Ending = 'sent' | 'released' | 'inDoubt';

/**
 * | state       |                                                              | next                   |
 * | ----------- | ------------------------------------------------------------ | ---------------------- |
 * | `looking`   | The history is to be looked at, for the first time or again. | `granted` or an ending |
 * | `granted`   | The email may leave, and its outcome is not known yet.       | an ending              |
 * | `sent`      | That the email was sent is to be written.                    | `repeating`            |
 * | `released`  | Not sent by this claim: what it has added is to be removed.  | forgotten              |
 * | `inDoubt`   | The history stays as it is.                                  | forgotten              |
 * | `repeating` | That the email was sent is stored, and is written again.     | forgotten              |
 *
 * If an ending can't be written for an hour, the email is in doubt, too.
 */
type ClaimState = 'looking' | 'granted' | Ending | 'repeating';

/**
 * - `granted`: the email may leave
 * - `otherEmail`: see `oneEmailPerKey`
 * - `beingSent`: for over a minute, by another run of this process
 * - an error: the store fails
 */
export type ClaimAnswer = 'granted' | Refusal;

export type Refusal = 'sent' | 'inDoubt' | 'otherEmail' | 'beingSent' | Error;

/** Knowledge of a run that sends with a Send Once Key. */
export class KeyedRun {
	/** Names of entries that this run has left in doubt, and must not send again. */
	readonly doubts = new Set<string>();
	/** Set once it has waited in vain for an entry that was open elsewhere. It then takes others as in doubt at once. */
	hasWaitedForProcess = false;
	/** Set once it has waited for a minute for an entry of another run. It then doesn't wait for entries that another run has had that long. */
	hasWaitedForRun = false;
}

/** The part of a batch that its claims use. */
export interface ClaimingBatch {
	readonly run: KeyedRun;
	/** Whether "If in Doubt: Send" applies. */
	sendsInDoubt(entry: Entry): boolean;
	answer(entry: Entry, answer: ClaimAnswer): void;
}

/** An entry that a batch of this process has. docs/design/never-twice.md shows its life. */
export class Claim {
	state: ClaimState = 'looking';
	/** When the history is looked at or the ending is written. */
	dueAt = -Infinity;
	/** How often the history was looked at. */
	looks = 0;
	/** Values that the looks have added. */
	private readonly added = new Set<string>();
	private endedAt = 0;
	/** How often it was still stored that the email was sent. */
	private timesFound = 0;
	private failedRepeats = 0;

	constructor(
		readonly entry: Entry,
		readonly batch: ClaimingBatch,
		readonly takenAt: number,
	) {}

	get isEnded(): boolean {
		return this.state !== 'looking' && this.state !== 'granted';
	}

	get isSent(): boolean {
		return this.state === 'sent' || this.state === 'repeating';
	}

	/** @param stored values that were stored before this look */
	look(stored: ReadonlySet<string>): EntryState {
		this.looks++;
		for (const value of claimValues(this.entry)) if (!stored.has(value)) this.added.add(value);
		return stateIn(stored, this.entry);
	}

	grant(): void {
		this.state = 'granted';
		this.dueAt = Infinity;
		this.batch.answer(this.entry, 'granted');
	}

	/** Ends the claim, because the email must not leave. */
	refuse(answer: Refusal, now: number): void {
		this.end(answer === 'sent' ? 'sent' : 'released', now);
		this.batch.answer(this.entry, answer);
	}

	/** The first ending counts. */
	end(ending: Ending, now: number): void {
		if (this.isEnded) return;
		this.state = ending;
		this.endedAt = now;
		this.dueAt = now;
	}

	valuesToRemove(): string[] {
		return this.isSent ? [openValue(this.entry.name)] : [...this.added];
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

	/**
	 * Plans when the ending is written again after that has failed.
	 *
	 * @returns false if it can't be written
	 */
	planRetry(now: number): boolean {
		this.dueAt = now + RETRY_AFTER_MS;
		if (this.state === 'repeating') return ++this.failedRepeats < MAX_FAILED_REPEATS;
		return now - this.endedAt < MAX_UNSTORED_MS;
	}
}
