import { parsedUrl } from '../../../credentials/parsedUrl';
import type { Connection, Route } from './connectionFailure';
import { joinSentences, shortened } from '../parameters/wording';
import { isJsonObject } from '../service';
import { adviceOn, describeReason, reasonOf } from './describeReason';
import { asksForLongWait } from './retryPolicy';
import type { DoubtTexts, ServiceRequest } from './ServiceRequest';
import { CONSEQUENCES, type Attempt, type NoResponse, type Responded } from './verdict';

const MAX_SHOWN_LENGTH = 500;

/** Statuses that any other request would also get. */
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

interface FailedRequest extends Pick<ServiceRequest, 'doubtTexts' | 'notFoundMeans'> {
	isInDoubt: boolean;
}

/** @param isInDoubt whether any attempt is in doubt */
export function serviceError(
	attempt: Attempt,
	{ isInDoubt, doubtTexts, notFoundMeans }: FailedRequest,
	{ route, redact }: Connection,
): ServiceError {
	const isNotSent = CONSEQUENCES[attempt.verdict].outcome === 'notSent';
	const outcome = isInDoubt ? 'inDoubt' : isNotSent ? 'notSent' : 'rejected';
	const doubt = isInDoubt ? doubtTexts : undefined;
	if (attempt.kind === 'noResponse') {
		const { problem, advice } = attempt;
		return new ServiceError(problem, { outcome, doubt, advice });
	}
	const { status, verdict } = attempt;
	const isUrlWrong = status === 404 && notFoundMeans === 'wrongUrl';
	const reason = redact(reasonOf(attempt.body) ?? '');
	// Redacted twice, as parsing changes the spelling of a key.
	const target = parsedUrl(redact(attempt.location ?? ''))?.origin;
	const response = { ...attempt, location: target && redact(target) };
	const { problem, advice } = describeResponse(response, describeReason(reason), route);
	return new ServiceError(problem, {
		...{ outcome, doubt, advice, reason, status },
		rejects: isUrlWrong ? 'all' : rejectionExtent(attempt),
		abortsRun: verdict === 'throttled' || asksForLongWait(attempt),
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

type Described = Pick<NoResponse, 'problem' | 'advice'>;

function describeResponse(response: Responded, words: string, { proxy }: Route): Described {
	const { status } = response;
	const reason = shortened(words, MAX_SHOWN_LENGTH);
	const because = reason && `: ${reason}`;
	// A proxy may answer in its place.
	const sender = proxy && !reason ? `The service, or the proxy ${proxy},` : 'The service';
	const later = asksForLongWait(response)
		? `Wait ${Math.ceil((response.retryAfterMs ?? 0) / 60_000)} minutes before the next request.`
		: undefined;
	if (status === 401) {
		return {
			problem: `The service refused the API key (status 401)${because}`,
			advice: 'Check the API key of the credential.',
		};
	}
	if (status === 407 && proxy) {
		return {
			problem: `The proxy ${proxy} requires a login (status 407)`,
			advice: 'Add a user name and a password to the address in "Proxy".',
		};
	}
	if (status === 429) {
		const problem = later
			? `The service takes no more requests for now (status 429)${because}`
			: `The service has responded "too many requests" (status 429) for a minute${because}`;
		return { problem, advice: later ?? 'Wait a few minutes before the next request.' };
	}
	if (status >= 500) {
		return { problem: `${sender} failed with status ${status}${because}`, advice: later };
	}
	if (status >= 300 && status < 400) return describeRedirect(response);
	if (reason) return { problem: `${reason} (status ${status})`, advice: adviceOn(reason) };
	if (status >= 400) return { problem: `${sender} rejected the request with status ${status}` };
	return describeWithoutReason(response);
}

function describeRedirect({ status, location }: Responded): Described {
	const where = location ? ` to ${location}` : '';
	return {
		problem: `The service redirected the request${where} (status ${status}), which the node does not follow`,
		advice:
			'Check the Base URL of the credential. To protect the API key, the node follows no redirects.',
	};
}

function describeWithoutReason({ status, body }: Responded): Described {
	if (!isJsonObject(body)) {
		return {
			problem: `The response of the service could not be read (status ${status}, not complete JSON)`,
			advice: 'If this happens again, check the Base URL of the credential.',
		};
	}
	const problem =
		body.success === false
			? `The service rejected the request with status ${status}`
			: `The response of the service does not confirm success (status ${status})`;
	return { problem };
}
