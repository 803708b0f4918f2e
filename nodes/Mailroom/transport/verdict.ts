import { CONNECTION_FAILURES, type ConnectionFailure } from './connectionFailure';
import { isJsonObject } from './isJsonObject';
import { reasonOf } from './reasonOf';

/**
 * Whether a request may be repeated (RFC 9110, 9.2):
 * - `safe`: it reads.
 * - `idempotent`: doing it twice is the same as doing it once (update, delete, upsert).
 * - `nonIdempotent`: doing it twice would send twice or create twice.
 */
export type Idempotency = 'safe' | 'idempotent' | 'nonIdempotent';

/** The outcome of sending a request once. */
export type Attempt = Responded | NoResponse;

export interface Responded {
	kind: 'response';
	status: number;
	body: unknown;
	location?: string;
	/** How long the service asks to wait ("Retry-After"), where it does. */
	retryAfterMs?: number;
}

export interface NoResponse {
	kind: 'noResponse';
	failure: ConnectionFailure;
	detail: string;
}

/**
 * - `accepted`: the service did what was asked.
 * - `rejected`: it said no, and has not acted.
 * - `throttled`: 429, it has not acted.
 * - `notSent`: the request cannot have reached it.
 * - `inDoubt`: it may or may not have acted. `isTransient` when asking again may help.
 */
export type Verdict =
	| { kind: 'accepted' }
	| { kind: 'rejected' }
	| { kind: 'throttled' }
	| { kind: 'notSent'; isTransient: boolean }
	| { kind: 'inDoubt'; isTransient: boolean };

const ACCEPTED: Verdict = { kind: 'accepted' };
const REJECTED: Verdict = { kind: 'rejected' };

/** Judges one attempt. Only a readable JSON response counts as the service's word ("Common response envelope"). */
export function verdictOf(attempt: Attempt, idempotency: Idempotency): Verdict {
	if (attempt.kind === 'noResponse') return CONNECTION_FAILURES[attempt.failure].verdict;

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
