import { isJsonObject } from './isJsonObject';
import type { Verdict } from './verdict';

export interface Route {
	/** Host and port of the service. */
	host: string;
	/** Host and port of the user's proxy. */
	proxy?: string;
}

/** The words for the user. */
export interface Described {
	problem: string;
	advice?: string;
}

type Facts = Route & {
	/** The message of n8n's error. */
	detail: string;
};

type Signs = Partial<Record<'code' | 'message' | 'name' | 'syscall', RegExp>>;

interface Row {
	/** Alternatives. All signs of one must be in the error or its causes. */
	shownBy: Signs[];
	verdict: Verdict;
	problem(facts: Facts): string;
	advice?(facts: Facts): string;
}

const NOT_SENT: Verdict = { kind: 'notSent', isTransient: true };
const UNSENDABLE: Verdict = { kind: 'notSent', isTransient: false };
const IN_DOUBT: Verdict = { kind: 'inDoubt', isTransient: false };
const IN_DOUBT_FOR_NOW: Verdict = { kind: 'inDoubt', isTransient: true };

/** Why no response came. The first row that fits counts. */
export const CONNECTION_FAILURES = {
	refused: {
		shownBy: [{ code: /^ECONNREFUSED$/ }],
		verdict: NOT_SENT,
		problem: ({ host, proxy }: Facts) =>
			`${proxy ? `The proxy ${proxy}` : `The service at ${host}`} refused the connection`,
		advice: ({ proxy }: Facts) =>
			proxy
				? 'Check the address of the proxy and whether the proxy is running.'
				: 'Check the Base URL of the credential and whether the service is running.',
	},
	hostNotFound: {
		shownBy: [{ code: /^(?:ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA|EAI_NONAME)$/ }],
		verdict: NOT_SENT,
		problem: ({ host, proxy }: Facts) =>
			`The ${proxy ? `proxy ${proxy}` : `host ${host}`} could not be found`,
		advice: ({ proxy }: Facts) =>
			`Check the ${proxy ? 'address of the proxy' : 'Base URL of the credential'}.`,
	},
	notConnected: {
		// The system call before anything can be sent.
		shownBy: [{ syscall: /^connect$/ }],
		verdict: NOT_SENT,
		problem: (facts: Facts) => `No connection to ${serviceThrough(facts)} could be made`,
	},
	certificate: {
		shownBy: [
			// The handshake is before the request. Other TLS codes can also come after it.
			{
				code: /CERT_|_CERT|^UNABLE_TO_|SELF_SIGNED|(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE|PROTOCOL_VERSION)$/,
			},
			// A server answered a TLS handshake in plain HTTP.
			{ code: /^EPROTO$/, message: /wrong version number/ },
		],
		verdict: UNSENDABLE,
		problem: ({ host }: Facts) =>
			`The TLS certificate of the service at ${host} is missing, not valid or not trusted`,
	},
	unsendable: {
		shownBy: [
			// The HTTP client refuses to send it, for example for a character in a header.
			{ code: /^ERR_(?:INVALID|UNESCAPED|HTTP_INVALID)_/ },
			// n8n blocks some addresses.
			{ name: /^SsrfBlocked/ },
		],
		verdict: UNSENDABLE,
		problem: unexplained,
	},
	stopped: {
		// n8n aborts requests of a stopped execution.
		shownBy: [{ code: /^ERR_CANCELED$/ }],
		verdict: IN_DOUBT,
		problem: ({ host }: Facts) =>
			`The execution was stopped before the service at ${host} answered`,
	},
	timeout: {
		shownBy: [{ code: /^(?:ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|UND_ERR_HEADERS_TIMEOUT)$/ }],
		verdict: IN_DOUBT_FOR_NOW,
		problem: ({ host, proxy }: Facts) =>
			`The service at ${host} did not answer in time${through(proxy)}`,
	},
	broken: {
		shownBy: [{ code: /./ }],
		verdict: IN_DOUBT_FOR_NOW,
		problem: (facts: Facts) =>
			`The connection to ${serviceThrough(facts)} broke before its answer was complete`,
	},
	unknown: { shownBy: [{}], verdict: IN_DOUBT, problem: unexplained },
} satisfies Record<string, Row>;

export type ConnectionFailure = keyof typeof CONNECTION_FAILURES;

export function describeConnectionFailure(failure: ConnectionFailure, facts: Facts): Described {
	const row: Row = CONNECTION_FAILURES[failure];
	return { problem: row.problem(facts), advice: row.advice?.(facts) };
}

/** @param error of n8n's request helper */
export function connectionFailure(error: unknown): ConnectionFailure {
	const chain = errorChain(error);
	const isShown = (signs: Signs) =>
		Object.entries(signs).every(([field, known]) =>
			chain.some(({ [field]: text }) => typeof text === 'string' && known.test(text)),
		);
	const names = Object.keys(CONNECTION_FAILURES) as ConnectionFailure[];
	return names.find((name) => CONNECTION_FAILURES[name].shownBy.some(isShown)) ?? 'unknown';
}

type Fields = Record<string, unknown>;

/** An error and its causes: n8n wraps the HTTP client's error, and several addresses of a host give an `AggregateError`. */
function errorChain(error: unknown, found: Fields[] = []): Fields[] {
	if (!isJsonObject(error) || found.includes(error)) return found;
	found.push(error);
	for (const cause of [error.cause, error.errors].flat()) errorChain(cause, found);
	return found;
}

function serviceThrough({ host, proxy }: Route): string {
	return `the service at ${host}${through(proxy)}`;
}

function through(proxy: string | undefined): string {
	return proxy ? ` through the proxy ${proxy}` : '';
}

function unexplained(facts: Facts): string {
	return `The request to ${serviceThrough(facts)} failed: ${facts.detail}`;
}
