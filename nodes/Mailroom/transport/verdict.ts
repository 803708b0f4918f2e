import { isJsonObject } from './isJsonObject';
import { reasonOf } from './reasonOf';

/**
 * The effect of a request on the service's data decides if it may be repeated:
 * - `none`: it reads.
 * - `repeatable`: doing it twice is the same as doing it once (update, delete, upsert).
 * - `once`: doing it twice would send twice or create twice.
 */
export type Idempotency = 'safe' | 'idempotent' | 'nonIdempotent';

/**
 * The outcome of sending a request once: it says if the service has acted on it.
 */
export type Attempt = Answer | NoAnswer;

export interface Answer {
	kind: 'answer';
	status: number;
	body: unknown;
	location?: string;
	/** How long the service asks to wait ("Retry-After"), where it does. */
	retryAfterMs?: number;
	/** The proxy that the answer came through, and may be of, where one is known. */
	proxy?: string;
}

export interface NoAnswer {
	kind: 'noAnswer';
	failure: ConnectionFailure;
	detail: string;
	/** The proxy that the failure may be due to, where one is known. */
	proxy?: string;
}

/** Why no answer came. With the first eight the request cannot have reached the service. */
export type ConnectionFailure =
	| 'refused'
	| 'hostNotFound'
	| 'notConnected'
	| 'certificate'
	| 'unsendable'
	| 'proxyLogin'
	| 'proxyRefused'
	| 'proxyDropped'
	| 'timeout'
	| 'broken'
	| 'stopped'
	| 'unknown';

/**
 * - `accepted`: the service did what was asked.
 * - `rejected`: it said no, and has not acted.
 * - `throttled`: 429, it has not acted.
 * - `notSent`: the request cannot have reached it.
 * - `inDoubt`: it may or may not have acted. `passing` when asking again may help.
 */
export type Verdict =
	| { kind: 'accepted' }
	| { kind: 'rejected' }
	| { kind: 'throttled' }
	| { kind: 'notSent'; isTransient: boolean }
	| { kind: 'inDoubt'; isTransient: boolean };

const ACCEPTED: Verdict = { kind: 'accepted' };
const REJECTED: Verdict = { kind: 'rejected' };

const VERDICTS: Record<ConnectionFailure, Verdict> = {
	refused: { kind: 'notSent', isTransient: true },
	hostNotFound: { kind: 'notSent', isTransient: true },
	notConnected: { kind: 'notSent', isTransient: true },
	certificate: { kind: 'notSent', isTransient: false },
	unsendable: { kind: 'notSent', isTransient: false },
	proxyLogin: { kind: 'notSent', isTransient: false },
	proxyRefused: { kind: 'notSent', isTransient: true },
	proxyDropped: { kind: 'notSent', isTransient: true },
	timeout: { kind: 'inDoubt', isTransient: true },
	broken: { kind: 'inDoubt', isTransient: true },
	// Nothing is the matter with the service.
	stopped: { kind: 'inDoubt', isTransient: false },
	unknown: { kind: 'inDoubt', isTransient: false },
};

/** Judges one attempt. Only a readable JSON answer counts as the service's word ("Common response envelope"). */
export function verdictOf(attempt: Attempt, idempotency: Idempotency): Verdict {
	if (attempt.kind === 'noAnswer') return VERDICTS[attempt.failure];

	const { status, body } = attempt;
	if (status === 429) return { kind: 'throttled' };
	if (status === 408 || status >= 500) return { kind: 'inDoubt', isTransient: true };
	if (status >= 400) return REJECTED;
	if (status >= 300 || !isJsonObject(body)) return { kind: 'inDoubt', isTransient: false };
	return verdictOfBody(body, status, idempotency);
}

/** "`success`: boolean, always true on success": anything else has not said that it did what was asked. */
function verdictOfBody(
	body: Record<string, unknown>,
	status: number,
	idempotency: Idempotency,
): Verdict {
	const success = body.success ?? undefined;
	if (success === true) return ACCEPTED;
	if (success === false) return REJECTED;
	// The words of a "Created" or "Accepted", or beside a success of another kind, need not be a no to what was asked.
	const mayBeDone = idempotency !== 'safe' && (success !== undefined || status !== 200);
	if (!mayBeDone && reasonOf(body) !== undefined) return REJECTED;
	// The record asked for is there.
	if (idempotency === 'safe' && typeof body.data === 'object' && body.data !== null)
		return ACCEPTED;
	return { kind: 'inDoubt', isTransient: false };
}
