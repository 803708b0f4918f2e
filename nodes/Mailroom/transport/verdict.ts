import type { ConnectionFailure } from './connectionFailure';
import { reasonOf } from './describeReason';
import { isJsonObject } from './isJsonObject';

/** The terms of RFC 9110, 9.2. */
export type Idempotency = 'safe' | 'idempotent' | 'nonIdempotent';

export type Attempt = Responded | NoResponse;

export interface Responded {
	kind: 'response';
	status: number;
	body: unknown;
	location?: string;
	retryAfterMs?: number;
}

export interface NoResponse {
	kind: 'noResponse';
	failure: ConnectionFailure;
	detail: string;
}

/** `isTransient` if a retry may help. */
export type Verdict =
	| { kind: 'accepted' | 'rejected' | 'throttled' }
	| { kind: 'notSent' | 'inDoubt'; isTransient: boolean };

export interface Tried {
	attempt: Attempt;
	verdict: Verdict;
}

const ACCEPTED: Verdict = { kind: 'accepted' };
const REJECTED: Verdict = { kind: 'rejected' };
const UNCLEAR: Verdict = { kind: 'inDoubt', isTransient: false };

/** By section "Common response envelope". */
export function verdictOf(attempt: Attempt, idempotency: Idempotency): Verdict {
	if (attempt.kind === 'noResponse') return attempt.failure.verdict;

	const { status, body } = attempt;
	if (status === 429) return { kind: 'throttled' };
	if (status === 408 || status >= 500) return { kind: 'inDoubt', isTransient: true };
	if (status >= 400) return REJECTED;
	if (status >= 300 || !isJsonObject(body)) return UNCLEAR;

	// "`success`: boolean, always true on success"
	const { data, success = null } = body;
	if (success === true) return ACCEPTED;
	if (success === false) return REJECTED;
	const isRead = idempotency === 'safe';
	// The text of a 201 is not necessarily a rejection.
	const mayBeDone = !isRead && (success !== null || status !== 200);
	if (!mayBeDone && reasonOf(body) !== undefined) return REJECTED;
	return isRead && typeof data === 'object' && data !== null ? ACCEPTED : UNCLEAR;
}
