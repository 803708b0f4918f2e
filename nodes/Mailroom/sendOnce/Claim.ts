import type { ClaimAnswer, Refusal } from './ClaimAnswer';
import {
	claimValues,
	sentValues,
	stateIn,
	transientValues,
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
}

/** The history is to be looked at, for the first time or again. Next: granted or ended. */
interface Looking {
	kind: 'looking';
	dueAt: number;
}

/** The email may leave, and its outcome is not known yet. Next: ended. */
interface Granted {
	kind: 'granted';
}

/** The ending is to be written. Next: repeating if the email was sent, otherwise the claim is forgotten. */
interface Ended {
	kind: 'ended';
	ending: Ending;
	endedAt: number;
	dueAt: number;
}

/** That the email was sent is stored, so the room is free. It is written again until the claim is forgotten. */
interface Repeating {
	kind: 'repeating';
	endedAt: number;
	dueAt: number;
	/** How often it was still stored. */
	timesFound: number;
	failures: number;
}

/** An entry that a batch of this process has. docs/design/send-once.md shows its life. */
export class Claim {
	/** How often the history was looked at. */
	looks = 0;
	/** Values that the looks have added. */
	private readonly added = new Set<string>();
	private state: Looking | Granted | Ended | Repeating = { kind: 'looking', dueAt: -Infinity };

	constructor(
		readonly entry: Entry,
		readonly batch: ClaimingBatch,
		readonly takenAt: number,
	) {}

	/** When the history is looked at or the ending is written. */
	get dueAt(): number {
		return this.state.kind === 'granted' ? Infinity : this.state.dueAt;
	}

	get isLooking(): boolean {
		return this.state.kind === 'looking';
	}

	get isGranted(): boolean {
		return this.state.kind === 'granted';
	}

	/** Also while that is repeated. */
	get isEnded(): boolean {
		return this.state.kind === 'ended' || this.isRepeating;
	}

	get isRepeating(): boolean {
		return this.state.kind === 'repeating';
	}

	get isSent(): boolean {
		return this.isRepeating || (this.state.kind === 'ended' && this.state.ending === 'sent');
	}

	/** @param stored values that were stored before this look */
	look(stored: ReadonlySet<string>): EntryState {
		this.looks++;
		for (const value of claimValues(this.entry)) if (!stored.has(value)) this.added.add(value);
		return stateIn(stored, this.entry);
	}

	lookAgainAt(dueAt: number): void {
		this.state = { kind: 'looking', dueAt };
	}

	grant(): void {
		this.state = { kind: 'granted' };
		this.batch.answer(this.entry, 'granted');
	}

	/** Ends the claim, because the email must not leave. */
	refuse(answer: Refusal, now: number): void {
		this.end(answer === 'sent' ? 'sent' : 'released', now);
		this.batch.answer(this.entry, answer);
	}

	/** The first ending counts. */
	end(ending: Ending, now: number): void {
		if (!this.isEnded) this.state = { kind: 'ended', ending, endedAt: now, dueAt: now };
	}

	valuesToRemove(): string[] {
		return this.isSent ? transientValues(this.entry) : [...this.added];
	}

	valuesToAdd(): string[] {
		return this.isSent ? sentValues(this.entry) : claimValues(this.entry);
	}

	/** That the email was sent is stored, for the first time or again. */
	repeat(): void {
		if (this.state.kind !== 'ended') return;
		const { endedAt, dueAt } = this.state;
		this.state = { kind: 'repeating', endedAt, dueAt, timesFound: 0, failures: 0 };
	}

	/**
	 * Plans when it is written again that the email was sent: at once if another process has undone it.
	 *
	 * @returns false after the last time
	 */
	planRepeat(stored: ReadonlySet<string>): boolean {
		const { state } = this;
		if (state.kind !== 'repeating') return true;
		if (!sentValues(this.entry).every((value) => stored.has(value))) return true;
		const afterMs = REPEAT_AFTER_MS.at(state.timesFound++);
		if (afterMs === undefined) return false;
		state.dueAt = state.endedAt + afterMs;
		return true;
	}

	/**
	 * Plans when the ending is written again after that has failed.
	 *
	 * @returns false if it can't be written
	 */
	planRetry(now: number): boolean {
		const { state } = this;
		if (state.kind === 'looking' || state.kind === 'granted') return true;
		state.dueAt = now + RETRY_AFTER_MS;
		if (state.kind === 'repeating') return ++state.failures < MAX_FAILED_REPEATS;
		return now - state.endedAt < MAX_UNSTORED_MS;
	}
}
