import { shortened } from '../../wording';
import { isJsonObject } from '../../service';
import type { NoResponse, Verdict } from '../verdict';

const MAX_DETAIL_LENGTH = 500;

export interface Route {
	host: string;
	proxy?: string;
}

export interface Connection {
	route: Route;
	/** Removes the API key. */
	redact(text: string): string;
}

type Facts = Route & {
	/** Message of n8n's error. */
	detail: string;
};

type Signs = Partial<Record<'code' | 'message' | 'name' | 'syscall', RegExp>>;

interface ConnectionFailure {
	/** One of these fits the error or one of its causes. */
	shownBy: Signs[];
	verdict: Verdict;
	problem(facts: Facts): string;
	advice?(facts: Facts): string;
	/** If the service may have acted. */
	adviceInDoubt?: string;
}

/** The first row that fits counts. */
export const CONNECTION_FAILURES = {
	refused: {
		shownBy: [{ code: /^ECONNREFUSED$/ }],
		verdict: 'unreachable',
		problem: ({ host, proxy }) =>
			`${proxy ? `The proxy ${proxy}` : `The service at ${host}`} refused the connection`,
		advice: ({ proxy }) =>
			proxy
				? 'Check the address in "Proxy" and whether the proxy is running.'
				: 'Check the Base URL of the credential and whether the service is running.',
	},
	hostNotFound: {
		shownBy: [{ code: /^(?:ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA|EAI_NONAME)$/ }],
		verdict: 'unreachable',
		problem: ({ host, proxy }) =>
			`The ${proxy ? `proxy ${proxy}` : `host ${host}`} couldn't be found`,
		advice: ({ proxy }) =>
			`Check the ${proxy ? 'address in "Proxy"' : 'Base URL of the credential'}.`,
	},
	notConnected: {
		// Connecting failed, so nothing was sent.
		shownBy: [{ syscall: /^connect$/ }],
		verdict: 'unreachable',
		problem: (facts) => `No connection to ${serviceThrough(facts)} could be made`,
		advice: () => 'Check your network and the Base URL of the credential.',
	},
	certificate: {
		shownBy: [
			// Other TLS codes can also come after the handshake.
			{
				code: /CERT_|_CERT|^UNABLE_TO_|SELF_SIGNED|(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE|PROTOCOL_VERSION)$/,
			},
			// A response in plain HTTP.
			{ code: /^EPROTO$/, message: /wrong version number/ },
		],
		verdict: 'unsendable',
		problem: ({ host }) =>
			`The TLS certificate of the service at ${host} is missing, not valid or not trusted`,
		advice: () => "Check https:// in the Base URL of the credential, or ask the service's support.",
	},
	unsendable: {
		shownBy: [
			// Refused by the HTTP client. Others with such names can come while a response is read.
			{
				code: /^ERR_(?:INVALID_(?:URL|PROTOCOL|CHAR|HTTP_TOKEN|DOMAIN_NAME|IP_ADDRESS)|UNESCAPED_CHARACTERS|HTTP_INVALID_HEADER_VALUE)$/,
			},
			{ name: /^SsrfBlocked/ },
		],
		verdict: 'unsendable',
		problem: unexplained,
	},
	stopped: {
		shownBy: [{ code: /^ERR_CANCELED$/ }],
		verdict: 'canceled',
		problem: ({ host }) => `The execution was stopped before the service at ${host} responded`,
	},
	timeout: {
		shownBy: [{ code: /^(?:ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|UND_ERR_HEADERS_TIMEOUT)$/ }],
		verdict: 'failed',
		problem: ({ host, proxy }) => `The service at ${host} didn't respond in time${through(proxy)}`,
		advice: () => 'Try again, or raise "Timeout".',
		adviceInDoubt: 'If it often takes so long, raise "Timeout".',
	},
	broken: {
		shownBy: [{ code: /./ }],
		verdict: 'failed',
		problem: (facts) =>
			`The connection to ${serviceThrough(facts)} broke before its response was complete`,
		advice: () => 'Try again.',
		adviceInDoubt: '',
	},
	unknown: { shownBy: [{}], verdict: 'unclear', problem: unexplained },
} satisfies Record<string, ConnectionFailure>;

type FailureName = keyof typeof CONNECTION_FAILURES;

export function noResponse(error: unknown, { route, redact }: Connection): NoResponse {
	const failure = connectionFailure(error);
	const { verdict, problem, advice, adviceInDoubt }: ConnectionFailure =
		CONNECTION_FAILURES[failure];
	const facts = { ...route, detail: shortened(messageOf(error, redact), MAX_DETAIL_LENGTH) };
	const words = { problem: problem(facts), advice: advice?.(facts), adviceInDoubt };
	return { kind: 'noResponse', failure, verdict, ...words };
}

export function messageOf(error: unknown, redact: Connection['redact']): string {
	return error instanceof Error ? redact(error.message) : 'no reason is known';
}

export function connectionFailure(error: unknown): FailureName {
	const chain = errorChain(error);
	const isShown = (signs: Signs) =>
		Object.entries(signs).every(([field, known]) =>
			chain.some(({ [field]: text }) => typeof text === 'string' && known.test(text)),
		);
	const names = Object.keys(CONNECTION_FAILURES) as FailureName[];
	return names.find((name) => CONNECTION_FAILURES[name].shownBy.some(isShown)) ?? 'unknown';
}

type Fields = Record<string, unknown>;

/** An error and its causes. Several addresses of a host give an `AggregateError`. */
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
