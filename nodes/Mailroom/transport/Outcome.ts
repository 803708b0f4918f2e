import type { DoubtTexts } from './ServiceRequest';

/** The only words for what happened to a request, a unit or an item, from the wire to the output. */
export type Outcome<Result = unknown> = Accepted<Result> | AlreadySent | LeftInDoubt | Failed;

export interface Accepted<Result = unknown> {
	kind: 'accepted';
	result: Result;
	/** In ms since 1970. */
	at: number;
}

/** An earlier run has sent it, or may have, and "If in Doubt" skips it. */
export interface AlreadySent {
	kind: 'alreadySent';
}

/** The failed run that n8n's Retry continues may have sent it. It's no failure of this run, which goes on without it. */
export interface LeftInDoubt {
	kind: 'leftInDoubt';
}

export interface Failed {
	/** `notSent`: the service has certainly not acted. `inDoubt`: it may or may not have acted. */
	kind: 'rejected' | 'notSent' | 'inDoubt';
	/** For the user, without a secret. */
	problem: string;
	advice?: string;
	/** Texts to put before problem and advice, unless the problem itself tells of the doubt. */
	doubt?: DoubtTexts;
	status?: number;
	/** The service's own words. */
	reason?: string;
	/** How far the failure goes. `units`: parts of the request may be accepted. `run`: all requests of the run would fail. */
	scope: 'units' | 'request' | 'run';
	/** A unit that was rejected alone, and stops no other one. */
	isSkipped?: boolean;
	/** Set if the run made no request: an invalid parameter, an unusable credential or history, an email that was in doubt before. */
	isBeforeRequest?: boolean;
	/** The error behind it. Only the edge to n8n uses it. */
	cause?: unknown;
}

const FAILURES: unknown[] = ['rejected', 'notSent', 'inDoubt'] satisfies Array<Failed['kind']>;

export function isFailed<T extends object>(outcome: T | Failed | undefined): outcome is Failed {
	return outcome !== undefined && 'kind' in outcome && FAILURES.includes(outcome.kind);
}

/** The service may or may not have acted, in this or an earlier run. */
export function isInDoubt(outcome: Outcome | undefined): boolean {
	return outcome?.kind === 'inDoubt' || outcome?.kind === 'leftInDoubt';
}

/** A later attempt that has not succeeded leaves a doubt as it was. */
export function merge(before: Outcome | undefined, now: Outcome): Outcome {
	const isDoubtLeft =
		before?.kind === 'inDoubt' && (now.kind === 'rejected' || now.kind === 'notSent');
	return isDoubtLeft ? before : now;
}
