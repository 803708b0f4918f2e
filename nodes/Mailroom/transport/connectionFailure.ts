import { isJsonObject } from './isJsonObject';
import type { Verdict } from './verdict';

/** The way to the service. */
export interface Route {
	/** Of the service, with its port. */
	host: string;
	/** Host and port of the proxy that the user has set. */
	proxy?: string;
}

type Facts = Route & {
	/** The message of n8n's error. */
	detail: string;
};

type Signs = Partial<Record<'code' | 'message' | 'name' | 'syscall', RegExp>>;

interface Row {
	/** It is shown by one of these, with all of its parts somewhere in the error or its causes. */
	shownBy: Signs[];
	verdict: Verdict;
	says(facts: Facts): string;
	/** The next step for the user, where it is known. */
	advice?(facts: Facts): string;
}

const NOT_SENT: Verdict = { kind: 'notSent', isTransient: true };
const UNSENDABLE: Verdict = { kind: 'notSent', isTransient: false };
const IN_DOUBT: Verdict = { kind: 'inDoubt', isTransient: false };
const IN_DOUBT_FOR_NOW: Verdict = { kind: 'inDoubt', isTransient: true };

/** Why no response came: what shows it, what it means, what the user reads. The first row that fits counts. */
export const CONNECTION_FAILURES = {
	refused: {
		shownBy: [{ code: /^ECONNREFUSED$/ }],
		verdict: NOT_SENT,
		says: ({ host, proxy }: Facts) =>
			proxy
				? `The proxy ${proxy} refused the connection`
				: `The service at ${host} refused the connection`,
		advice: ({ proxy }: Facts) =>
			proxy
				? 'Check the address of the proxy and whether the proxy is running.'
				: 'Check the Base URL of the credential and whether the service is running.',
	},
	hostNotFound: {
		shownBy: [{ code: /^(?:ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA|EAI_NONAME)$/ }],
		verdict: NOT_SENT,
		says: ({ host, proxy }: Facts) =>
			proxy ? `The proxy ${proxy} could not be found` : `The host ${host} could not be found`,
		advice: ({ proxy }: Facts) =>
			proxy ? 'Check the address of the proxy.' : 'Check the Base URL of the credential.',
	},
	notConnected: {
		// The system call before anything can be sent.
		shownBy: [{ syscall: /^connect$/ }],
		verdict: NOT_SENT,
		says: (facts: Facts) => `No connection to ${serviceThrough(facts)} could be made`,
	},
	certificate: {
		shownBy: [
			// The handshake is before the request. Other TLS codes can also come after it.
			{
				code: /CERT_|_CERT|^UNABLE_TO_|SELF_SIGNED|(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE|PROTOCOL_VERSION)$/,
			},
			// A server has answered a TLS handshake in plain HTTP.
			{ code: /^EPROTO$/, message: /wrong version number/ },
		],
		verdict: UNSENDABLE,
		says: ({ host }: Facts) =>
			`The service at ${host} could not prove its identity: it has no TLS certificate that is valid and trusted`,
	},
	unsendable: {
		shownBy: [
			// The HTTP client refuses to send this, e.g. a header with characters that no header can hold.
			{ code: /^ERR_(?:INVALID|UNESCAPED|HTTP_INVALID)_/ },
			// n8n does not let its users reach some addresses.
			{ name: /^SsrfBlocked/ },
		],
		verdict: UNSENDABLE,
		says: failed,
	},
	stopped: {
		// n8n breaks a request off when its execution is stopped. Nothing is the matter with the service.
		shownBy: [{ code: /^ERR_CANCELED$/ }],
		verdict: IN_DOUBT,
		says: ({ host }: Facts) => `The execution was stopped before the service at ${host} answered`,
	},
	timeout: {
		shownBy: [{ code: /^(?:ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|UND_ERR_HEADERS_TIMEOUT)$/ }],
		verdict: IN_DOUBT_FOR_NOW,
		says: ({ host, proxy }: Facts) =>
			`The service at ${host} did not answer in time${proxy ? ` through the proxy ${proxy}` : ''}`,
	},
	broken: {
		shownBy: [{ code: /./ }],
		verdict: IN_DOUBT_FOR_NOW,
		says: (facts: Facts) =>
			`The connection to ${serviceThrough(facts)} broke before its answer was complete`,
	},
	unknown: { shownBy: [{}], verdict: IN_DOUBT, says: failed },
} satisfies Record<string, Row>;

export type ConnectionFailure = keyof typeof CONNECTION_FAILURES;

/** In the words for the user. */
export function describeConnectionFailure(
	failure: ConnectionFailure,
	facts: Facts,
): { problem: string; advice?: string } {
	const row: Row = CONNECTION_FAILURES[failure];
	return { problem: row.says(facts), advice: row.advice?.(facts) };
}

/** Why a request got no response, from the error of n8n's request helper. */
export function connectionFailure(error: unknown): ConnectionFailure {
	const chain = errorChain(error);
	const isShown = (signs: Signs) =>
		Object.entries(signs).every(([field, known]) =>
			chain.some(({ [field]: text }) => typeof text === 'string' && known.test(text)),
		);
	const names = Object.keys(CONNECTION_FAILURES) as ConnectionFailure[];
	return names.find((name) => CONNECTION_FAILURES[name].shownBy.some(isShown)) ?? 'unknown';
}

/**
 * The error, what caused it, and so on: n8n wraps the HTTP client's error in `cause`, and a failed attempt on several addresses of
 * a host is an `AggregateError`. The fields may be anything.
 */
function errorChain(
	error: unknown,
	found: Array<Record<string, unknown>> = [],
): Array<Record<string, unknown>> {
	if (!isJsonObject(error) || found.includes(error)) return found;
	found.push(error);
	for (const cause of [error.cause, error.errors].flat()) errorChain(cause, found);
	return found;
}

function serviceThrough({ host, proxy }: Route): string {
	return `the service at ${host}${proxy ? ` through the proxy ${proxy}` : ''}`;
}

function failed(facts: Facts): string {
	return `The request to ${serviceThrough(facts)} failed: ${facts.detail}`;
}
