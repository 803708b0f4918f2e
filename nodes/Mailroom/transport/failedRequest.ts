import { parsedUrl } from '../../../credentials/parsedUrl';
import type { Connection, Route } from './connectionFailure';
import { shortened } from '../parameters/wording';
import { isJsonObject } from '../service';
import { describeReason, reasonOf } from './describeReason';
import type { Failed } from './Outcome';
import { asksForLongWait } from './retryPolicy';
import type { ServiceRequest } from './ServiceRequest';
import { VERDICTS, type Attempt, type NoResponse, type Responded } from './verdict';

const MAX_SHOWN_LENGTH = 500;

const CHECK_URL = 'Check the Base URL of the credential.';

/** Statuses that don't depend on the content. */
const REJECTS_ANY_CONTENT = [401, 403, 405, 407];

/** Other statuses from 300 on name no other address. */
const REDIRECTS = [301, 302, 303, 307, 308];

interface FailedRequest extends Pick<
	ServiceRequest,
	'doubtTexts' | 'notFoundMeans' | 'idempotency' | 'rejectionAdvice'
> {
	/** Any attempt is in doubt. */
	isInDoubt: boolean;
}

/** The failure of a request, by its last attempt. */
export function failedRequest(
	attempt: Attempt,
	request: FailedRequest,
	{ route, redact }: Connection,
): Failed {
	const kind = kindOf(attempt, request);
	const doubt = kind === 'inDoubt' ? request.doubtTexts : undefined;
	if (attempt.kind === 'noResponse') {
		const { problem, advice } = attempt;
		return { kind, doubt, problem, advice, concerns: 'request' };
	}
	const { status } = attempt;
	const reason = redact(reasonOf(attempt.body) ?? '');
	// Redacted twice, as parsing changes the spelling of a key.
	const target = parsedUrl(redact(attempt.location ?? ''))?.origin;
	const response = { ...attempt, location: target && redact(target) };
	const described = describeResponse(response, describeReason(reason), route);
	const concerns = concernsOf(attempt, request);
	const advice = described.advice ?? adviceOn(attempt, request);
	return { kind, doubt, problem: described.problem, advice, reason, status, concerns };
}

function adviceOn(attempt: Responded, request: FailedRequest): string | undefined {
	const { status, verdict } = attempt;
	if (isUrlWrong(attempt, request) || status === 405) return CHECK_URL;
	if (status === 403) return "Check in the service's dashboard what the API key may do.";
	return verdict === 'rejected' ? request.rejectionAdvice?.(status) : undefined;
}

function isUrlWrong({ status }: Responded, { notFoundMeans }: FailedRequest): boolean {
	return status === 404 && notFoundMeans === 'wrongUrl';
}

function kindOf({ verdict }: Attempt, { isInDoubt, idempotency }: FailedRequest): Failed['kind'] {
	if (isInDoubt) return 'inDoubt';
	const { kind } = VERDICTS[verdict];
	if (kind === 'rejected') return 'rejected';
	// A read that fails has done nothing.
	return kind === 'notSent' || idempotency === 'safe' ? 'notSent' : 'inDoubt';
}

function concernsOf(attempt: Responded, request: FailedRequest): Failed['concerns'] {
	const { status, verdict } = attempt;
	if (status === 401 || verdict === 'throttled' || asksForLongWait(attempt)) return 'run';
	const isAboutContent = verdict === 'rejected' && status >= 400;
	if (!isAboutContent || isUrlWrong(attempt, request) || REJECTS_ANY_CONTENT.includes(status))
		return 'request';
	return 'units';
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
	if (REDIRECTS.includes(status)) return describeRedirect(response);
	if (reason) return { problem: `${reason} (status ${status})` };
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
