import { parsedUrl } from '../../../credentials/parsedUrl';
import { joinSentences } from '../joinSentences';
import { describeConnectionFailure, type Route } from './connectionFailure';
import { isJsonObject } from './isJsonObject';
import { adviceOn, describeReason } from './describeReason';
import { reasonOf } from './reasonOf';
import { MAX_WAIT_MS } from './retryDecision';
import type { Attempt, Responded, Verdict } from './verdict';

/** The facts of a failure, beside its words. */
interface Failure {
	/** `rejected` and `notSent`: the service has not acted. `inDoubt`: it may have. */
	outcome: 'rejected' | 'notSent' | 'inDoubt';
	/** Status of the last response, undefined when there was none. */
	status?: number;
	/** The reason of that response, in the service's own words, where it gave one. */
	reason?: string;
	/** Begins the message when the service may have acted. */
	note?: InDoubtNote;
	/** The next step for the user, in sentences of its own. */
	advice?: string;
	/** Set where the last response was a no: a 4xx, or `success: false`. */
	saysNo?: boolean;
	/** Set where the service wants, or can take, no further request for longer than a run waits. */
	abortsRun?: boolean;
}

/** A request that failed for good. The message is for the user and holds no secret. */
export class ServiceError extends Error {
	readonly outcome: Failure['outcome'];

	readonly status: number | undefined;

	readonly reason: string;

	readonly note: InDoubtNote | undefined;

	readonly advice: string | undefined;

	readonly saysNo: boolean;

	readonly abortsRun: boolean;

	/** @param problem what went wrong, which is the message but for the note and the advice */
	constructor(
		readonly problem: string,
		{ outcome, status, reason = '', note, advice, saysNo = false, abortsRun = false }: Failure,
	) {
		super(joinSentences(note, problem, advice));
		this.outcome = outcome;
		this.status = status;
		this.reason = reason;
		this.note = note;
		this.advice = advice;
		this.saysNo = saysNo;
		this.abortsRun = abortsRun;
	}

	/** Tells whether the last response turned down what was sent, with a status that says so. */
	get rejectsContent(): boolean {
		const { status = 0 } = this;
		return status >= 400 && status < 500 && !this.refusesAll;
	}

	/** Tells whether the last response turned down who sent it, where to, or how fast, whatever was sent. */
	get refusesAll(): boolean {
		return [401, 403, 405, 407, 408, 429].includes(this.status ?? 0);
	}
}

/** Tells whether the service may have acted on what failed with this error. */
export function isInDoubt(error: unknown): boolean {
	return error instanceof ServiceError && error.outcome === 'inDoubt';
}

/** Takes secrets out of a text that came with a failure: a service may quote the key that it refuses. */
export type Redact = (text: string) => string;

/** A sentence of an operation for a message when the service may have acted, e.g. "The email may or may not have been sent." */
export type InDoubtNote = string;

/**
 * The error for a request whose last attempt failed.
 *
 * @param isInDoubt whether an attempt may have been acted on
 * @param note undefined for requests that change nothing
 */
export function serviceError(failed: {
	attempt: Attempt;
	verdict: Verdict;
	isInDoubt: boolean;
	note: InDoubtNote | undefined;
	route: Route;
	redact: Redact;
}): ServiceError {
	const { attempt, verdict, route, redact } = failed;
	const note = failed.isInDoubt ? failed.note : undefined;
	const isNotSent = verdict.kind === 'notSent' || verdict.kind === 'throttled';
	const outcome = note !== undefined ? 'inDoubt' : isNotSent ? 'notSent' : 'rejected';
	if (attempt.kind === 'noResponse') {
		const detail = shortened(redact(attempt.detail));
		const { problem, advice } = describeConnectionFailure(attempt.failure, { ...route, detail });
		return new ServiceError(problem, { outcome, note, advice });
	}
	const { problem, advice } = describeResponse(attempt, route, redact);
	return new ServiceError(problem, {
		...{ outcome, note, advice, status: attempt.status },
		reason: redact(reasonOf(attempt.body) ?? ''),
		saysNo: verdict.kind === 'rejected',
		abortsRun: verdict.kind === 'throttled' || asksForMore(attempt),
	});
}

/** The error for a request that has waited for the end of an outage, and was not sent. */
export function serviceDownError(downMs: number, host: string): ServiceError {
	const seconds = Math.round(downMs / 1000);
	return new ServiceError(`Not sent: the service at ${host} has been down for ${seconds} s`, {
		outcome: 'notSent',
		advice: 'Run it again when the service is back.',
		abortsRun: true,
	});
}

/** In the words for the user: what is wrong, and what to do about it, where that is known. */
interface Described {
	problem: string;
	advice?: string;
}

/** Says what is wrong with a response: the service's own reason where it gives one, and the status. */
function describeResponse(response: Responded, { proxy }: Route, redact: Redact): Described {
	const { status, body } = response;
	const reason = shortened(describeReason(redact(reasonOf(body) ?? '')));
	const because = reason && `: ${reason}`;
	// A proxy that does not lead to the service answers in its place.
	const sender = proxy && !reason ? `The service, or the proxy ${proxy},` : 'The service';
	const later = asksForMore(response)
		? `It asks to come back in ${Math.ceil((response.retryAfterMs ?? 0) / 60_000)} minutes.`
		: undefined;
	if (status === 401) {
		return {
			problem: `The service refused the API key (status 401)${because}`,
			advice: 'Check the API key of the credential.',
		};
	}
	if (status === 407 && proxy) {
		return {
			problem: `The proxy ${proxy} wants a login (status 407)`,
			advice: 'Put a user name and a password into the address of the proxy.',
		};
	}
	if (status === 429) {
		const problem = later
			? `The service takes no more requests for now (status 429)${because}`
			: `The service has answered "too many requests" (status 429) for a minute${because}`;
		return { problem, advice: later ?? 'Try again later.' };
	}
	if (status >= 500) {
		return { problem: `${sender} failed with status ${status}${because}`, advice: later };
	}
	if (status >= 400) return rejection(reason, status, sender);
	if (status >= 300) {
		// Before and after it is read, in which its parts change their case and spelling.
		const target = parsedUrl(redact(response.location ?? ''));
		return {
			problem: `The service answered with a redirect${target ? ` to ${redact(target.origin)}` : ''} (status ${status}), which is not followed to protect the API key`,
			advice: 'Check the Base URL of the credential.',
		};
	}
	if (!isJsonObject(body)) {
		return {
			problem: `The answer of the service could not be read (status ${status}, not complete JSON)`,
			advice: 'If this stays so, check the Base URL of the credential.',
		};
	}
	if (reason || body.success === false) return rejection(reason, status);
	return {
		problem: `The answer of the service does not say whether it succeeded (status ${status})`,
	};
}

function rejection(reason: string, status: number, sender = 'The service'): Described {
	if (!reason) return { problem: `${sender} rejected the request with status ${status}` };
	return { problem: `${reason} (status ${status})`, advice: adviceOn(reason) };
}

/** Tells whether the service asks to wait for longer than a run does. */
function asksForMore({ retryAfterMs = 0 }: Responded): boolean {
	return retryAfterMs > MAX_WAIT_MS;
}

const MAX_REASON_LENGTH = 500;

function shortened(text: string): string {
	return text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH)}…` : text;
}
