import type { Connection } from './connectionFailure';
import { reasonOf } from './describeReason';
import { adviceOn, problemOf, type RequestTraits } from './describeResponse';
import type { Failed } from './Outcome';
import { asksForLongWait } from './retryPolicy';
import { VERDICTS, type Attempt, type Responded } from './verdict';

/** Statuses that don't depend on the content. */
const REJECTS_ANY_CONTENT = [401, 403, 405, 407];

/** The failure of a request, by its last attempt. */
export function failedRequest(
	attempt: Attempt,
	request: RequestTraits,
	connection: Connection,
): Failed {
	const kind = kindOf(attempt, request);
	const doubt = kind === 'inDoubt' ? request.doubtTexts : undefined;
	if (attempt.kind === 'noResponse') {
		const { problem, advice } = attempt;
		return { kind, doubt, problem, advice, concerns: 'request' };
	}
	const { status } = attempt;
	const reason = connection.redact(reasonOf(attempt.body) ?? '');
	const problem = problemOf(attempt, reason, connection);
	const advice = adviceOn(attempt, request, connection.route);
	return { kind, doubt, problem, advice, reason, status, concerns: concernsOf(attempt, request) };
}

function kindOf({ verdict }: Attempt, { isInDoubt, idempotency }: RequestTraits): Failed['kind'] {
	if (isInDoubt) return 'inDoubt';
	const { kind } = VERDICTS[verdict];
	if (kind === 'rejected') return 'rejected';
	// A read that fails has done nothing.
	return kind === 'notSent' || idempotency === 'safe' ? 'notSent' : 'inDoubt';
}

function concernsOf(attempt: Responded, { notFoundMeans }: RequestTraits): Failed['concerns'] {
	const { status, verdict } = attempt;
	if (endsRun(attempt)) return 'run';
	const isUrlWrong = status === 404 && notFoundMeans === 'wrongUrl';
	const isAboutContent = verdict === 'rejected' && status >= 400;
	if (!isAboutContent || isUrlWrong || REJECTS_ANY_CONTENT.includes(status)) return 'request';
	return 'units';
}

/** A refused key fails all requests, and a 429 was already waited out. A 403 may concern one list only. */
function endsRun(response: Responded): boolean {
	return response.status === 401 || response.status === 429 || asksForLongWait(response);
}

export function serviceDown(waitedMs: number): Failed {
	const seconds = Math.round(waitedMs / 1000);
	return {
		kind: 'notSent',
		problem: `Not sent: the service is down, and the request has waited for ${seconds} s`,
		advice:
			'When the service is back, run the workflow again with only the items that were not sent.',
		concerns: 'run',
	};
}
