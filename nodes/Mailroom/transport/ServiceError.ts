import { parsedUrl } from '../../../credentials/parsedUrl';
import type { Answer, Attempt, ConnectionFailure, NoAnswer, Verdict } from './verdict';
import { isJsonObject } from './isJsonObject';
import { adviceOn, reasonInWords } from './reasonInWords';
import { reasonOf } from './reasonOf';
import { MAX_WAIT_MS } from './retryDecision';

/** The facts of a failure, beside its words. */
interface Failure {
	/** `rejected` and `notSent`: the service has not acted. `inDoubt`: it may have. */
	outcome: 'rejected' | 'notSent' | 'inDoubt';
	/** Status of the last answer, undefined when there was none. */
	status?: number;
	/** The reason of that answer, in the service's own words, where it gave one. */
	reason?: string;
	/** Begins the message when the service may have acted. */
	note?: InDoubtNote;
	/** Set where the service wants, or can take, no further request for longer than a run waits. */
	abortsRun?: boolean;
}

/** A request that failed for good. The message is for the user and holds no secret. */
export class ServiceError extends Error {
	readonly outcome: Failure['outcome'];

	readonly status: number | undefined;

	readonly reason: string;

	readonly abortsRun: boolean;

	/** @param problem what went wrong, which is the message but for the note */
	constructor(
		readonly problem: string,
		{ outcome, status, reason = '', note, abortsRun = false }: Failure,
	) {
		super(note === undefined ? problem : `${note} ${problem}`);
		this.outcome = outcome;
		this.status = status;
		this.reason = reason;
		this.abortsRun = abortsRun;
	}

	/** Tells whether the last answer turned down what was sent, with a status that says so. */
	get rejectsContent(): boolean {
		const { status = 0 } = this;
		return status >= 400 && status < 500 && !this.refusesAll;
	}

	/** Tells whether the last answer turned down who sent it, where to, or how fast, whatever was sent. */
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
	host: string;
	redact: Redact;
}): ServiceError {
	const { attempt, verdict, host, redact } = failed;
	const note = failed.isInDoubt ? failed.note : undefined;
	const isNotSent = verdict.kind === 'notSent' || verdict.kind === 'throttled';
	const outcome = note !== undefined ? 'inDoubt' : isNotSent ? 'notSent' : 'rejected';
	if (attempt.kind === 'noAnswer') {
		const detail = shortened(redact(attempt.detail));
		return new ServiceError(failureProblem({ ...attempt, detail }, host), { outcome, note });
	}
	return new ServiceError(answerProblem(attempt, redact), {
		...{ outcome, note, status: attempt.status },
		reason: redact(reasonOf(attempt.body) ?? ''),
		abortsRun: verdict.kind === 'throttled' || asksForMore(attempt),
	});
}

/** The error for a request that has waited for the end of an outage, and was not sent. */
export function serviceDownError(downMs: number, host: string): ServiceError {
	const seconds = Math.round(downMs / 1000);
	return new ServiceError(
		`Not sent: the service at ${host} has been down for ${seconds} s. Run it again when the service is back.`,
		{ outcome: 'notSent', abortsRun: true },
	);
}

/** Says what is wrong with an answer: the service's own reason where it gives one, and the status. */
function answerProblem(answer: Answer, redact: Redact): string {
	const { status, body, proxy } = answer;
	const reason = shortened(reasonInWords(redact(reasonOf(body) ?? '')));
	const because = reason && `: ${reason}`;
	const ended = /[.!?]$/.test(reason) ? because : `${because}.`;
	const later = asksForMore(answer)
		? `It asks to come back in ${Math.ceil((answer.retryAfterMs ?? 0) / 60_000)} minutes.`
		: '';
	if (status === 401) {
		return `The service refused the API key (status 401)${ended} Check the API key of the credential.`;
	}
	if (status === 429) {
		return later
			? `The service takes no more requests for now (status 429)${ended} ${later}`
			: `The service has answered "too many requests" (status 429) for a minute${ended} Try again later.`;
	}
	if (status >= 500) {
		const who = proxy && !reason ? `, or the proxy ${proxy}, ` : ' ';
		return `The service${who}failed with status ${status}${later ? `${ended} ${later}` : because}`;
	}
	if (status >= 400) return rejection(reason, status);
	if (status >= 300) {
		// Before and after it is read, in which its parts change their case and spelling.
		const target = parsedUrl(redact(answer.location ?? ''));
		return `The service answered with a redirect${target ? ` to ${redact(target.origin)}` : ''} (status ${status}), which is not followed to protect the API key. Check the Base URL of the credential.`;
	}
	if (!isJsonObject(body)) {
		return `The answer of the service could not be read (status ${status}, not complete JSON). If this stays so, check the Base URL of the credential.`;
	}
	if (reason || body.success === false) return rejection(reason, status);
	return `The answer of the service does not say whether it succeeded (status ${status})`;
}

function rejection(reason: string, status: number): string {
	if (!reason) return `The service rejected the request with status ${status}`;
	const advice = adviceOn(reason);
	return `${reason} (status ${status})${advice ? `. ${advice}` : ''}`;
}

/** Tells whether the service asks to wait for longer than a run does. */
function asksForMore({ retryAfterMs = 0 }: Answer): boolean {
	return retryAfterMs > MAX_WAIT_MS;
}

function failureProblem({ failure, detail, proxy }: NoAnswer, host: string): string {
	const theService = `The service at ${host}`;
	const theProxy = proxy ? `The proxy ${proxy}` : 'The proxy that the environment of n8n sets';
	const through = proxy ? ` through the proxy ${proxy}` : '';
	const [who, what] = proxy
		? [theProxy, 'the address of the proxy']
		: [theService, 'the Base URL of the credential'];
	const failed = `The request to the service at ${host}${through} failed: ${detail}`;
	const problems: Record<ConnectionFailure, string> = {
		refused: `${who} refused the connection. Check ${what} and whether the ${proxy ? 'proxy' : 'service'} is running.`,
		hostNotFound: `${proxy ? theProxy : `The host ${host}`} could not be found. Check ${what}.`,
		notConnected: `No connection to the service at ${host} could be made${through}`,
		certificate: `${theService} could not prove its identity: it has no TLS certificate that is valid and trusted`,
		proxyLogin: `${theProxy} wants a login (status 407). Put a user name and a password into the address of the proxy.`,
		proxyRefused: `${theProxy} did not lead to the service at ${host} (${detail}). Check whether the proxy may reach it.`,
		proxyDropped: `${theProxy} ended the connection before it led to the service at ${host}`,
		unsendable: failed,
		unknown: failed,
		timeout: `${theService} did not answer in time${through}`,
		stopped: `The execution was stopped before the service at ${host} answered`,
		broken: `The connection to the service at ${host}${through} broke before its answer was complete`,
	};
	return problems[failure];
}

const MAX_REASON_LENGTH = 500;

function shortened(text: string): string {
	return text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH)}…` : text;
}
