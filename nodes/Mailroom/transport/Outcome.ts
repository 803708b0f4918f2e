import type { DoubtTexts } from './ServiceRequest';

/** The only words for what happened to a request, a unit or an item, from the wire to the output. */
export type Outcome<Result = unknown> = Accepted<Result> | AlreadySent | Failed;

export interface Accepted<Result = unknown> {
	kind: 'accepted';
	result: Result;
	/** In ms since 1970. */
	at: number;
}

/** By an earlier run, or skipped in doubt. */
export interface AlreadySent {
	kind: 'alreadySent';
	/** Set if n8n's Retry continues a failed run that has sent it, or may have. */
	inFailedRun?: 'accepted' | 'inDoubt';
}

export interface Failed {
	/** Rejected by the service, certainly not acted on, or perhaps acted on. */
	kind: 'rejected' | 'notSent' | 'inDoubt';
	/** For the user, without a secret. */
	problem: string;
	advice?: string;
	/** Before problem and advice, unless the problem says that the outcome is in doubt. */
	doubt?: DoubtTexts;
	status?: number;
	/** In the words of the service. */
	reason?: string;
	/** `units`: parts of the request may be accepted. `run`: all requests of the run would fail. */
	concerns: 'units' | 'request' | 'run';
	/** Only the edge to n8n looks at it. */
	cause?: unknown;
}

const FAILURES: unknown[] = ['rejected', 'notSent', 'inDoubt'] satisfies Array<Failed['kind']>;

export function isFailed<T extends object>(outcome: T | Failed | undefined): outcome is Failed {
	return outcome !== undefined && 'kind' in outcome && FAILURES.includes(outcome.kind);
}

/** Nobody knows whether the service has acted. */
export function isDoubtful(outcome: Outcome | undefined): boolean {
	if (outcome?.kind === 'alreadySent') return outcome.inFailedRun === 'inDoubt';
	return outcome?.kind === 'inDoubt';
}

/** n8n's Retry continues a failed run that has sent it, or may have. */
export function isOfFailedRun(outcome: Outcome | undefined): boolean {
	return outcome?.kind === 'alreadySent' && outcome.inFailedRun !== undefined;
}

/** A later attempt that has not succeeded leaves a doubt as it was. */
export function merge(before: Outcome | undefined, now: Outcome): Outcome {
	const isDoubtLeft =
		before?.kind === 'inDoubt' && (now.kind === 'rejected' || now.kind === 'notSent');
	return isDoubtLeft ? before : now;
}
