import type { ClaimRequest } from './ClaimRequest';
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

/** An entry that a request of this process has. docs/design/send-once.md shows its life. */
export class Claim {
	isGranted = false;
	ending: Ending | undefined;
	isStored = false;
	looks = 0;
	/** When the entry is looked at or its ending is written. */
	dueAt = -Infinity;
	private endedAt = 0;
	private timesConfirmed = 0;
	/** Values that the looks have added. */
	private readonly added = new Set<string>();

	constructor(
		readonly entry: Entry,
		readonly request: ClaimRequest,
	) {}

	get needsLook(): boolean {
		return !this.isGranted && this.ending === undefined;
	}

	get isInFlight(): boolean {
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
		this.request.decide();
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

	valuesToRecord(): string[] {
		return this.isSent ? sentValues(this.entry) : claimValues(this.entry);
	}

	/**
	 * Plans when the ending is written again: at once if another process has undone it.
	 *
	 * @returns false after the last time
	 */
	confirm(stored: ReadonlySet<string>): boolean {
		if (!sentValues(this.entry).every((value) => stored.has(value))) return true;
		const afterMs = REPEAT_AFTER_MS.at(this.timesConfirmed++);
		if (afterMs === undefined) return false;
		this.dueAt = this.endedAt + afterMs;
		return true;
	}
}
