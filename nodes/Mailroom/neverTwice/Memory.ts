import type { FormRun } from '../parameters/Form';
import { InvalidParameter } from '../parameters/InvalidParameter';
import type { AlreadySent, Failed, LeftInDoubt, Outcome } from '../transport/Outcome';
import type { Deduplication } from './key/DedupStore';
import type { Recipient } from './Recipient';

/** What a memory knows of a recipient who must not be reached now, in its own words. Those with the same object share an output item. */
export type Answer = AlreadySent | LeftInDoubt | Failed;

/** Without those of whom the memory knows nothing. */
export type Answers = Map<Recipient, Answer>;

export interface Known {
	recipient: Recipient;
	outcome: Outcome;
}

/**
 * Knows what was sent before, in one place and for one lifetime. A run asks its memories in order, and the first answer counts. Only the
 * run notes outcomes; each memory learns of all of them, also of the answers of others. docs/design/never-twice.md
 */
export interface Memory {
	/** Recipients that make their items invalid, in the light of what was sent before. */
	conflicts?(recipients: Recipient[]): Map<Recipient, InvalidParameter>;

	/** Asked before the first request, about those of whom no other memory knows anything. */
	lookUp(recipients: Recipient[]): Answers;

	/**
	 * Asked right before a request, in the order of the requests. May wait. Whoever gets no answer is claimed until `note`.
	 *
	 * @param signal aborted when the run ends: the claims that wait are then withdrawn
	 */
	claim?(recipients: Recipient[], signal: AbortSignal): Promise<Answers>;

	/** @param outcome of a request, or an answer; undefined if those claimed are certainly not sent */
	note?(recipients: Recipient[], outcome: Outcome | undefined): void;

	/**
	 * Called when no request is in flight, or the run is canceled.
	 *
	 * @param known of this try
	 * @param signal aborted when the run must end without a wait
	 */
	close?(known: Known[], signal: AbortSignal): Promise<void> | void;

	/**
	 * Called when the run ends with an error, after which n8n offers Retry.
	 *
	 * @param known of all tries
	 */
	leave?(known: Known[]): void;
}

/** The call of the node in which memories work: where they keep what they know, and how they tell it. */
export interface Places {
	context: FormRun['context'];
	itemIndexes: number[];
	/** Whether n8n's Retry repeats the call with the same items. A retried agent may make other calls of its tools. */
	isRetried: boolean;
	/** Undefined if n8n keeps no history for the call. */
	deduplication?: Deduplication;
	/** Aborted to cancel the execution. */
	cancelSignal: AbortSignal;
	addHint(message: string): void;
	log(message: string): void;
}

export function inDoubtBefore(problem: string, advice: string): Failed {
	return { kind: 'inDoubt', problem, advice, scope: 'request', isBeforeRequest: true };
}

/** Why a recipient must not be reached, before any request. */
export function refusedBy(cause: Error): Failed {
	const { problem, advice } =
		cause instanceof InvalidParameter ? cause : { problem: cause.message, advice: undefined };
	return { kind: 'notSent', problem, advice, scope: 'request', isBeforeRequest: true, cause };
}
