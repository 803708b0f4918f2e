import { isJsonObject } from '../service';
import { reasonOf } from './failure/describeReason';
import type { Idempotency } from './ServiceRequest';

export type Attempt = Responded | NoResponse;

export interface Responded {
	kind: 'response';
	verdict: Verdict;
	status: number;
	body: unknown;
	location?: string;
	retryAfterMs?: number;
}

export interface NoResponse {
	kind: 'noResponse';
	/** Such as `timeout`: a name in `CONNECTION_FAILURES`. */
	failure: string;
	verdict: Verdict;
	problem: string;
	advice?: string;
	/** In place of `advice`, which may say to try again. */
	adviceInDoubt?: string;
}

/** `failed`: the service has a problem. `unclear`: the response does not say what happened. */
export type Verdict =
	| 'accepted'
	| 'rejected'
	| 'throttled'
	| 'unreachable'
	| 'unsendable'
	| 'failed'
	| 'unclear'
	| 'canceled';

/**
 * `inconclusive`: no failure of the service, and no sign of recovery. `none`: says nothing about the service. `canceled`: nobody
 * waited for the response.
 */
export type HealthSign =
	'answered' | 'failed' | 'unreachable' | 'inconclusive' | 'none' | 'canceled';

/** `inDoubt`: the service may or may not have acted. `ifHarmless`: unless nonIdempotent. */
interface Consequences {
	kind: 'accepted' | 'rejected' | 'notSent' | 'inDoubt';
	retry: 'never' | 'ifHarmless' | 'always';
	health: HealthSign;
}

export const VERDICTS: Record<Verdict, Consequences> = {
	accepted: { kind: 'accepted', retry: 'never', health: 'answered' },
	rejected: { kind: 'rejected', retry: 'never', health: 'answered' },
	throttled: { kind: 'notSent', retry: 'always', health: 'none' },
	unreachable: { kind: 'notSent', retry: 'always', health: 'unreachable' },
	unsendable: { kind: 'notSent', retry: 'never', health: 'none' },
	failed: { kind: 'inDoubt', retry: 'ifHarmless', health: 'failed' },
	unclear: { kind: 'inDoubt', retry: 'never', health: 'inconclusive' },
	canceled: { kind: 'inDoubt', retry: 'never', health: 'canceled' },
};

/**
 * Redirects that ask for the same request elsewhere, so this one was not acted on (RFC 9110, 15.4). A 302 or 303 may follow a change that
 * was made, such as one to a page with its status.
 */
const REDIRECTS_OF_REQUEST = [301, 307, 308];

/** By the service's documentation, section "Common response envelope". */
export function verdictOf(
	{ status, body }: Pick<Responded, 'status' | 'body'>,
	idempotency: Idempotency,
): Verdict {
	if (status === 429) return 'throttled';
	if (status === 408 || status >= 500) return 'failed';
	if (status >= 400 || REDIRECTS_OF_REQUEST.includes(status)) return 'rejected';
	if (status >= 300 || !isJsonObject(body)) return 'unclear';

	// "`success`: boolean, always true on success"
	const { data, success = null } = body;
	if (success === true) return 'accepted';
	if (success === false) return 'rejected';
	const isRead = idempotency === 'safe';
	// The text of a 201 is not necessarily a rejection.
	const mayBeDone = !isRead && (success !== null || status !== 200);
	if (!mayBeDone && reasonOf(body) !== undefined) return 'rejected';
	return isRead && success === null && typeof data === 'object' && data !== null
		? 'accepted'
		: 'unclear';
}
