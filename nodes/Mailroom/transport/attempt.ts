/**
 * What came of sending one request once, and whether the service has acted on it.
 */
export type Attempt =
	| { kind: 'answer'; status: number; body: unknown; location?: string }
	| { kind: 'noAnswer'; failure: ConnectionFailure; detail: string };

/** Why no answer came. With the first five the request cannot have reached the service. */
export type ConnectionFailure =
	| 'refused'
	| 'hostNotFound'
	| 'notConnected'
	| 'certificate'
	| 'unsendable'
	| 'timeout'
	| 'broken'
	| 'unknown';

/**
 * - `accepted`: the service did what was asked.
 * - `rejected`: it said no, and has not acted.
 * - `throttled`: 429, it has not acted.
 * - `notSent`: the request cannot have reached it.
 * - `unclear`: it may or may not have acted. `passing` when asking again may help.
 */
export type Verdict =
	| { kind: 'accepted' }
	| { kind: 'rejected' }
	| { kind: 'throttled' }
	| { kind: 'notSent'; passing: boolean }
	| { kind: 'unclear'; passing: boolean };

/** Judges one attempt. Only a readable JSON answer counts as the service's word ("Common response envelope"). */
export function verdictOf(attempt: Attempt): Verdict {
	if (attempt.kind === 'noAnswer') return verdictOfFailure(attempt.failure);

	const { status, body } = attempt;
	if (status === 429) return { kind: 'throttled' };
	if (status === 408 || status >= 500) return { kind: 'unclear', passing: true };
	if (status >= 400) return { kind: 'rejected' };
	if (status >= 300 || !isJsonObject(body)) return { kind: 'unclear', passing: false };
	return { kind: body.success === false ? 'rejected' : 'accepted' };
}

function verdictOfFailure(failure: ConnectionFailure): Verdict {
	switch (failure) {
		case 'refused':
		case 'hostNotFound':
		case 'notConnected':
			return { kind: 'notSent', passing: true };
		case 'certificate':
		case 'unsendable':
			return { kind: 'notSent', passing: false };
		case 'timeout':
		case 'broken':
			return { kind: 'unclear', passing: true };
		case 'unknown':
			return { kind: 'unclear', passing: false };
	}
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
