import type { ClaimAnswer } from './ClaimAnswer';
import {
	claimValues,
	passingValues,
	sentValues,
	stateIn,
	type Entry,
	type EntryState,
} from './Entry';
import type { KeyedRun } from './KeyedRun';

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

/** `released`: certainly not sent by this claim. */
export type Ending = 'sent' | 'released' | 'inDoubt';

/** The part of a batch that its claims use. */
export interface ClaimingBatch {
	readonly run: KeyedRun;
	/** Whether "If in Doubt: Send" applies. */
	sendsInDoubt(entry: Entry): boolean;
	answer(entry: Entry, answer: ClaimAnswer): void;
	/** Must be called after a grant. */
	decide(): void;
}

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
	private failedRepeats = 0;
	/** Values that the looks have added. */
	private readonly added = new Set<string>();

	constructor(
		readonly entry: Entry,
		readonly batch: ClaimingBatch,
		readonly takenAt: number,
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

	/**
	 * Plans when the ending is written again after that has failed.
	 *
	 * @returns false if it can't be written
	 */
	planRetry(now: number): boolean {
		this.dueAt = now + RETRY_AFTER_MS;
		if (this.isStored) return ++this.failedRepeats < MAX_FAILED_REPEATS;
		return now - this.endedAt < MAX_UNSTORED_MS;
	}
}
