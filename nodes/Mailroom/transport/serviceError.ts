import { parsedUrl } from '../../../credentials/parsedUrl';
import { isJsonObject, type Attempt, type Verdict } from './attempt';

/** A request that failed for good. The message is for the user and holds no secret. */
export class ServiceError extends Error {
	constructor(
		message: string,
		/** `rejected` and `notSent`: the service has not acted. `uncertain`: it may have. */
		readonly outcome: 'rejected' | 'notSent' | 'uncertain',
		/** Status of the last answer, undefined when there was none. */
		readonly status?: number,
	) {
		super(message);
	}

	/** Whether the last answer turned down what was sent, as opposed to who sent it or how fast. */
	get rejectsContent(): boolean {
		const { status = 0 } = this;
		return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
	}
}

/** Whether the service may have acted on what failed with this error. */
export function isUncertain(error: unknown): boolean {
	return error instanceof ServiceError && error.outcome === 'uncertain';
}

/** Takes secrets out of a text that came with a failure: a service may quote the key that it refuses. */
export type Redact = (text: string) => string;

/** What an operation adds to the message when the service may have acted, e.g. "The email may or may not have been sent." */
export type UncertainNote = string;

/**
 * The error for a request whose last attempt failed.
 *
 * @param wasUnclear whether an attempt may have been acted on; undefined `note` for requests that change nothing
 */
export function serviceError(failed: {
	attempt: Attempt;
	verdict: Verdict;
	wasUnclear: boolean;
	note: UncertainNote | undefined;
	host: string;
	redact: Redact;
}): ServiceError {
	const { attempt, verdict, wasUnclear, note, host, redact } = failed;
	const uncertain = wasUnclear && note !== undefined;
	const problem =
		attempt.kind === 'answer'
			? answerProblem(attempt, redact)
			: failureProblem({ ...attempt, detail: shortened(redact(attempt.detail)) }, host);
	const outcome = verdict.kind === 'notSent' ? 'notSent' : 'rejected';
	return new ServiceError(
		uncertain ? `${note} ${problem}` : problem,
		uncertain ? 'uncertain' : outcome,
		attempt.kind === 'answer' ? attempt.status : undefined,
	);
}

/** What is wrong with an answer, in words: the service's own reason where it gives one, and the status. */
function answerProblem({ status, body, location }: AnswerOfService, redact: Redact): string {
	// Before anything else: the parts of an address change their case when it is read.
	const origin = originOf(redact(location ?? ''));
	const reason = shortened(redact(reasonOf(body) ?? ''));
	const because = reason ? `: ${reason}` : '';
	const ended = /[.!?]$/.test(because) ? because : `${because}.`;
	if (status === 401) {
		return `The service refused the API key (status 401)${ended} Check the API key of the credential.`;
	}
	if (status === 429) {
		return `The service has answered "too many requests" (status 429) for a minute${ended} Try again later.`;
	}
	if (status >= 300 && status < 400) {
		return `The service answered with a redirect${origin} (status ${status}), which is not followed to protect the API key. Check the Base URL of the credential.`;
	}
	if (status >= 500) return `The service failed with status ${status}${because}`;
	if (status >= 200 && status < 300 && !isJsonObject(body)) {
		return `The answer of the service could not be read (status ${status}, not complete JSON). If this stays so, check the Base URL of the credential.`;
	}
	return reason
		? `${reason} (status ${status})`
		: `The service rejected the request with status ${status}`;
}

type AnswerOfService = Omit<Extract<Attempt, { kind: 'answer' }>, 'kind'>;

type NoAnswer = Extract<Attempt, { kind: 'noAnswer' }>;

function failureProblem({ failure, detail }: NoAnswer, host: string): string {
	switch (failure) {
		case 'refused':
			return `The service at ${host} refused the connection. Check the Base URL of the credential and whether the service is running.`;
		case 'hostNotFound':
			return `The host ${host} could not be found. Check the Base URL of the credential.`;
		case 'notConnected':
			return `No connection to the service at ${host} could be made`;
		case 'certificate':
			return `The service at ${host} could not prove its identity: it has no TLS certificate that is valid and trusted`;
		case 'unsendable':
		case 'unknown':
			return `The request to the service at ${host} failed: ${detail}`;
		case 'timeout':
			return `The service at ${host} did not answer in time`;
		case 'broken':
			return `The connection to the service at ${host} broke before its answer was complete`;
	}
}

const MAX_REASON_LENGTH = 500;

/** A doctype, a closing tag, or a tag that pages of proxies begin with; not `Ada <ada@example.com>`. */
const HTML =
	/<(!doctype|\/[a-z]|(html|head|body|title|meta|div|span|p|br|hr|h[1-6]|center|script|style)[\s/>])/i;
/** An answer may hold megabytes, of which an error shows the first 500 characters. */
const MAX_TESTED_LENGTH = 10_000;

/**
 * The readable text of a JSON error body: its `reason`, `message` or `error`, which may hold one another.
 * The shape of the body is not documented; HTML, which a proxy in between may answer with, is never shown.
 */
export function reasonOf(body: unknown): string | undefined {
	if (!isJsonObject(body)) return undefined;
	for (const key of ['reason', 'message', 'error']) {
		const text = readableText(body[key]);
		if (text) return text;
	}
	return undefined;
}

function readableText(value: unknown): string | undefined {
	if (Array.isArray(value)) {
		const texts = value.map(readableText).filter((text) => text !== undefined);
		return texts.length > 0 ? texts.join('; ') : undefined;
	}
	if (typeof value !== 'string') return reasonOf(value);
	const text = value.trim();
	return text === '' || HTML.test(text.slice(0, MAX_TESTED_LENGTH)) ? undefined : text;
}

function shortened(text: string): string {
	return text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH)}…` : text;
}

function originOf(location: string): string {
	const url = parsedUrl(location);
	return url ? ` to ${url.origin}` : '';
}
