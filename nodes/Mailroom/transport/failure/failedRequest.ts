import type { Connection } from './connectionFailure';
import { reasonOf, reasonOfError } from './describeReason';
import { adviceOn, problemOf, type RequestTraits } from './describeResponse';
import { failureScope } from './failureScope';
import type { Failed } from '../Outcome';
import { VERDICTS, type Attempt } from '../verdict';

/** The failure of a request, by its last attempt. */
export function failedRequest(
	attempt: Attempt,
	request: RequestTraits,
	connection: Connection,
): Failed {
	const kind = kindOf(attempt, request);
	const doubt = kind === 'inDoubt' ? request.doubtTexts : undefined;
	if (attempt.kind === 'noResponse') {
		const { problem, advice, adviceInDoubt = advice } = attempt;
		return { kind, doubt, problem, advice: doubt ? adviceInDoubt : advice, scope: 'request' };
	}
	const { status, body } = attempt;
	const words = status < 400 ? reasonOf(body) : reasonOfError(body);
	const reason = connection.redact(words ?? '');
	const problem = problemOf(attempt, reason, connection);
	const advice = adviceOn(attempt, { ...request, hasReason: reason !== '' }, connection.route);
	return { kind, doubt, problem, advice, reason, status, scope: failureScope(attempt, request) };
}

function kindOf({ verdict }: Attempt, { isInDoubt, idempotency }: RequestTraits): Failed['kind'] {
	if (isInDoubt) return 'inDoubt';
	const { kind } = VERDICTS[verdict];
	if (kind === 'rejected') return 'rejected';
	// A read that fails has done nothing.
	return kind === 'notSent' || idempotency === 'safe' ? 'notSent' : 'inDoubt';
}
