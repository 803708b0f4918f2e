import { parsedUrl } from '../../../credentials/parsedUrl';
import { joinSentences } from '../joinSentences';
import { shortened } from '../parameters/InvalidParameter';
import type { Described, Route } from './connectionFailure';
import { adviceOn, describeReason, reasonOf } from './describeReason';
import { isJsonObject } from './isJsonObject';
import { asksForMore } from './retryPolicy';
import type { ServiceRequest } from './ServiceClient';
import { CONSEQUENCES, type Responded, type Tried } from './verdict';

const MAX_SHOWN_LENGTH = 500;

/** Statuses about the key, the address or the rate. */
const REFUSES_ALL = [401, 403, 405, 407, 429];

type OptionalFact = 'status' | 'reason' | 'note' | 'advice' | 'saysNo' | 'isUrlWrong' | 'abortsRun';
type Facts = Pick<ServiceError, 'outcome'> & Partial<Pick<ServiceError, OptionalFact>>;

/** The message is for the user and holds no secret. */
export class ServiceError extends Error {
	/** Only with `inDoubt` may the service have acted. */
	readonly outcome: 'rejected' | 'notSent' | 'inDoubt';
	readonly status?: number;
	readonly reason: string = '';
	readonly note?: string;
	readonly advice?: string;
	/** Set by a 4xx or `success: false`. */
	readonly saysNo: boolean = false;
	/** A 404 where no record can be missing. */
	readonly isUrlWrong: boolean = false;
	/** Other requests of the run would also fail. */
	readonly abortsRun: boolean = false;

	constructor(
		readonly problem: string,
		facts: Facts,
	) {
		super(joinSentences(facts.note, problem, facts.advice));
		this.outcome = facts.outcome;
		Object.assign(this, facts);
	}

	/** Parts of the request may be accepted. */
	get rejectsContent(): boolean {
		const { status = 0 } = this;
		return this.saysNo && status >= 400 && !this.refusesAll;
	}

	/** The rejection isn't about the content. */
	get refusesAll(): boolean {
		return this.isUrlWrong || REFUSES_ALL.includes(this.status ?? 0);
	}
}

export function isInDoubt(error: unknown): boolean {
	return error instanceof ServiceError && error.outcome === 'inDoubt';
}

/** @param note set if any attempt is in doubt */
export function serviceError(
	{ attempt, verdict }: Tried,
	{ note, notFoundMeans }: { note?: string } & Pick<ServiceRequest, 'notFoundMeans'>,
	{ route, redact }: { route: Route; redact(text: string): string },
): ServiceError {
	const isNotSent = CONSEQUENCES[verdict].outcome === 'notSent';
	const outcome = note !== undefined ? 'inDoubt' : isNotSent ? 'notSent' : 'rejected';
	if (attempt.kind === 'noResponse') {
		const { problem, advice } = attempt.failure;
		const facts = { ...route, detail: shortened(attempt.detail, MAX_SHOWN_LENGTH) };
		return new ServiceError(problem(facts), { outcome, note, advice: advice?.(facts) });
	}
	const reason = redact(reasonOf(attempt.body) ?? '');
	// Redacted twice, as parsing changes the spelling of a key.
	const target = parsedUrl(redact(attempt.location ?? ''))?.origin;
	const response = { ...attempt, location: target && redact(target) };
	const { problem, advice } = describeResponse(response, describeReason(reason), route);
	return new ServiceError(problem, {
		...{ outcome, note, advice, reason, status: attempt.status },
		saysNo: verdict === 'rejected',
		isUrlWrong: attempt.status === 404 && notFoundMeans === 'wrongUrl',
		abortsRun: verdict === 'throttled' || asksForMore(attempt),
	});
}

export function serviceDownError(downMs: number): ServiceError {
	const seconds = Math.round(downMs / 1000);
	return new ServiceError(`Not sent: the service has been down for ${seconds} s`, {
		outcome: 'notSent',
		advice:
			'When the service is back, run the workflow again with only the items that were not sent.',
		abortsRun: true,
	});
}

function describeResponse(response: Responded, words: string, { proxy }: Route): Described {
	const { status } = response;
	const reason = shortened(words, MAX_SHOWN_LENGTH);
	const because = reason && `: ${reason}`;
	// A proxy may answer in its place.
	const sender = proxy && !reason ? `The service, or the proxy ${proxy},` : 'The service';
	const later = asksForMore(response)
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
	return describeUnclear(response);
}

function describeRedirect({ status, location }: Responded): Described {
	const where = location ? ` to ${location}` : '';
	return {
		problem: `The service redirected the request${where} (status ${status}), which the node does not follow`,
		advice:
			'Check the Base URL of the credential. To protect the API key, the node follows no redirects.',
	};
}

function describeUnclear({ status, body }: Responded): Described {
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
