import { parsedUrl } from '../../../credentials/parsedUrl';
import type { Answer, Attempt, NoAnswer, Verdict } from './attempt';
import { isJsonObject } from './isJsonObject';
import { adviceOn, reasonInWords } from './reasonInWords';
import { reasonOf } from './reasonOf';
import { MAX_WAIT_MS } from './retryDecision';

/** What is known of a failure beside its words. */
interface Failure {
	/** `rejected` and `notSent`: the service has not acted. `inDoubt`: it may have. */
	outcome: 'rejected' | 'notSent' | 'inDoubt';
	/** Status of the last answer, undefined when there was none. */
	status?: number;
	/** What that answer gave as its reason, in the service's own words, where it gave one. */
	reason?: string;
	/** What to think of it when the service may have acted. */
	note?: InDoubtNote;
	/** Whether the service wants, or can take, no further request for longer than a run waits. */
	endsRun?: boolean;
}

/** A request that failed for good. The message is for the user and holds no secret. */
export class ServiceError extends Error {
	readonly outcome: Failure['outcome'];

	readonly status: number | undefined;

	readonly reason: string;

	readonly endsRun: boolean;

	/** @param problem what went wrong, which is the message but for the note */
	constructor(
		readonly problem: string,
		{ outcome, status, reason = '', note, endsRun = false }: Failure,
	) {
		super(note === undefined ? problem : `${note} ${problem}`);
		this.outcome = outcome;
		this.status = status;
		this.reason = reason;
		this.endsRun = endsRun;
	}

	/** Whether the last answer turned down what was sent, with a status that says so. */
	get rejectsContent(): boolean {
		const { status = 0 } = this;
		return status >= 400 && status < 500 && !this.refusesAll;
	}

	/** Whether the last answer turned down who sent it, where to, or how fast, whatever was sent. */
	get refusesAll(): boolean {
		return [401, 403, 405, 407, 408, 429].includes(this.status ?? 0);
	}
}

/** Whether the service may have acted on what failed with this error. */
export function isInDoubt(error: unknown): boolean {
	return error instanceof ServiceError && error.outcome === 'inDoubt';
}

/** Takes secrets out of a text that came with a failure: a service may quote the key that it refuses. */
export type Redact = (text: string) => string;

/** What an operation adds to the message when the service may have acted, e.g. "The email may or may not have been sent." */
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
	host: string;
	redact: Redact;
}): ServiceError {
	const { attempt, verdict, note, host, redact } = failed;
	const inDoubt = failed.isInDoubt && note !== undefined;
	const problem =
		attempt.kind === 'answer'
			? answerProblem(attempt, redact)
			: failureProblem({ ...attempt, detail: shortened(redact(attempt.detail)) }, host);
	const certainOutcome = ['notSent', 'throttled'].includes(verdict.kind) ? 'notSent' : 'rejected';
	return new ServiceError(problem, {
		outcome: inDoubt ? 'inDoubt' : certainOutcome,
		status: attempt.kind === 'answer' ? attempt.status : undefined,
		reason: attempt.kind === 'answer' ? redact(reasonOf(attempt.body) ?? '') : undefined,
		note: inDoubt ? note : undefined,
		endsRun: verdict.kind === 'throttled' || (attempt.kind === 'answer' && asksForMore(attempt)),
	});
}

/** The error for a request that has waited for the end of an outage, and was not sent. */
export function serviceDownError(downMs: number, host: string): ServiceError {
	const seconds = Math.round(downMs / 1000);
	return new ServiceError(
		`Not sent: the service at ${host} has been down for ${seconds} s. Run it again when the service is back.`,
		{ outcome: 'notSent', endsRun: true },
	);
}

/** What is wrong with an answer, in words: the service's own reason where it gives one, and the status. */
function answerProblem(answer: Answer, redact: Redact): string {
	const { status, body, location } = answer;
	// Before anything else: the parts of an address change their case when it is read.
	const origin = originOf(redact(location ?? ''));
	const reason = shortened(reasonInWords(redact(reasonOf(body) ?? '')));
	const because = reason ? `: ${reason}` : '';
	const ended = /[.!?]$/.test(because) ? because : `${because}.`;
	if (status === 401) {
		return `The service refused the API key (status 401)${ended} Check the API key of the credential.`;
	}
	if (status === 407) {
		return `A proxy on the way to the service wants a login (status 407)${ended} Put a user name and a password into the address of the proxy.`;
	}
	if (status === 429) return `${throttledProblem(answer, ended)} ${whenToComeBack(answer)}`;
	if (status >= 300 && status < 400) {
		return `The service answered with a redirect${origin} (status ${status}), which is not followed to protect the API key. Check the Base URL of the credential.`;
	}
	if (status >= 500) {
		const advice = asksForMore(answer) ? ` ${whenToComeBack(answer)}` : '';
		const who = answer.proxy && !reason ? `, or the proxy ${answer.proxy}, ` : ' ';
		return `The service${who}failed with status ${status}${advice ? ended : because}${advice}`;
	}
	if (status >= 200 && status < 300 && !isJsonObject(body)) {
		return `The answer of the service could not be read (status ${status}, not complete JSON). If this stays so, check the Base URL of the credential.`;
	}
	const saysNo = isJsonObject(body) && body.success === false;
	if (status >= 200 && status < 300 && !reason && !saysNo) {
		return `The answer of the service does not say whether it succeeded (status ${status})`;
	}
	if (!reason && saysNo)
		return `The service rejected the request and gave no reason (status ${status})`;
	if (!reason) return `The service rejected the request with status ${status}`;
	const advice = adviceOn(reason);
	return `${reason} (status ${status})${advice ? `. ${advice}` : ''}`;
}

function throttledProblem(answer: Answer, ended: string): string {
	return asksForMore(answer)
		? `The service takes no more requests for now (status 429)${ended}`
		: `The service has answered "too many requests" (status 429) for a minute${ended}`;
}

/** Whether the service asks to wait for longer than a run does. */
function asksForMore({ retryAfterMs = 0 }: Answer): boolean {
	return retryAfterMs > MAX_WAIT_MS;
}

const MINUTES_IN_SECONDS = 180;

function whenToComeBack(answer: Answer): string {
	if (!asksForMore(answer)) return 'Try again later.';
	const seconds = Math.ceil((answer.retryAfterMs ?? 0) / 1000);
	const wait = seconds > MINUTES_IN_SECONDS ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} s`;
	return `It asks to come back in ${wait}.`;
}

function failureProblem({ failure, detail, proxy }: NoAnswer, host: string): string {
	const through = proxy === undefined ? '' : ` through the proxy ${proxy}`;
	const theProxy =
		proxy === undefined ? 'The proxy that the environment of n8n sets' : `The proxy ${proxy}`;
	switch (failure) {
		case 'refused':
			return proxy === undefined
				? `The service at ${host} refused the connection. Check the Base URL of the credential and whether the service is running.`
				: `${theProxy} refused the connection. Check the address of the proxy and whether it is running.`;
		case 'hostNotFound':
			return proxy === undefined
				? `The host ${host} could not be found. Check the Base URL of the credential.`
				: `${theProxy} could not be found. Check the address of the proxy.`;
		case 'notConnected':
			return `No connection to the service at ${host} could be made${through}`;
		case 'certificate':
			return `The service at ${host} could not prove its identity: it has no TLS certificate that is valid and trusted`;
		case 'proxyLogin':
			return `${theProxy} wants a login (status 407). Put a user name and a password into the address of the proxy.`;
		case 'proxyRefused':
			return `${theProxy} did not lead to the service at ${host} (${detail}). Check whether the proxy may reach it.`;
		case 'proxyDropped':
			return `${theProxy} ended the connection before it led to the service at ${host}`;
		case 'unsendable':
		case 'unknown':
			return `The request to the service at ${host}${through} failed: ${detail}`;
		case 'timeout':
			return `The service at ${host} did not answer in time${through}`;
		case 'stopped':
			return `The execution was stopped before the service at ${host} answered`;
		case 'broken':
			return `The connection to the service at ${host}${through} broke before its answer was complete`;
	}
}

const MAX_REASON_LENGTH = 500;

function shortened(text: string): string {
	return text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH)}…` : text;
}

function originOf(location: string): string {
	const url = parsedUrl(location);
	return url ? ` to ${url.origin}` : '';
}
