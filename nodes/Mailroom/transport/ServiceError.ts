import { joinSentences } from '../parameters/wording';
import type { Connection } from './connectionFailure';
import { reasonOf } from './describeReason';
import { adviceOn, problemOf, type FailedRequest } from './describeResponse';
import { asksForLongWait } from './retryPolicy';
import type { DoubtTexts } from './ServiceRequest';
import { CONSEQUENCES, type Attempt, type Responded } from './verdict';

/** No part of the request would be accepted. */
const REJECTS_ALL = [401, 403, 405, 407, 429];

interface ErrorDetails {
	/** Only with `inDoubt` may the service have acted. */
	outcome: 'rejected' | 'notSent' | 'inDoubt';
	advice?: string;
	doubt?: DoubtTexts;
	status?: number;
	/** In the words of the service. */
	reason?: string;
	/** `content`: parts of the request may be accepted. `all`: any request would fail. */
	rejects?: 'content' | 'request' | 'all';
	/** Other requests of the run would also fail. */
	abortsRun?: boolean;
}

/** The message is for the user and holds no secret. */
export class ServiceError extends Error {
	constructor(
		readonly problem: string,
		readonly details: ErrorDetails,
	) {
		const { doubt, advice } = details;
		super(joinSentences(doubt?.problem, problem, doubt?.advice, advice));
	}
}

export function isInDoubt(error: unknown): boolean {
	return error instanceof ServiceError && error.details.outcome === 'inDoubt';
}

export function serviceError(
	attempt: Attempt,
	request: FailedRequest,
	connection: Connection,
): ServiceError {
	const { isInDoubt, doubtTexts, notFoundMeans } = request;
	const isNotSent = CONSEQUENCES[attempt.verdict].outcome === 'notSent';
	const outcome = isInDoubt ? 'inDoubt' : isNotSent ? 'notSent' : 'rejected';
	const doubt = isInDoubt ? doubtTexts : undefined;
	if (attempt.kind === 'noResponse') {
		const { problem, advice } = attempt;
		return new ServiceError(problem, { outcome, doubt, advice });
	}
	const { status } = attempt;
	const isUrlWrong = status === 404 && notFoundMeans === 'wrongUrl';
	const reason = connection.redact(reasonOf(attempt.body) ?? '');
	const advice = adviceOn(attempt, request, connection.route);
	return new ServiceError(problemOf(attempt, reason, connection), {
		...{ outcome, doubt, advice, reason, status },
		rejects: isUrlWrong ? 'all' : rejectionExtent(attempt),
		// A 403 may concern one list.
		abortsRun: status === 401 || status === 429 || asksForLongWait(attempt),
	});
}

function rejectionExtent({ verdict, status }: Responded): ErrorDetails['rejects'] {
	if (REJECTS_ALL.includes(status)) return 'all';
	if (verdict !== 'rejected') return undefined;
	return status >= 400 ? 'content' : 'request';
}

export function serviceDownError(waitedMs: number): ServiceError {
	const seconds = Math.round(waitedMs / 1000);
	return new ServiceError(
		`Not sent: the service is down, and the request has waited for ${seconds} s`,
		{
			outcome: 'notSent',
			advice:
				'When the service is back, run the workflow again with only the items that were not sent.',
			abortsRun: true,
		},
	);
}
