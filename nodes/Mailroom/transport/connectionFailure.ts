import type { ConnectionFailure } from './attempt';
import { connectionOf, errorChain, type ErrorLike } from './errorChain';
import { ProxyRefusal } from './ProxyRefusal';

const HOST_NOT_FOUND = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'];
const TIMEOUT = ['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT'];
const RESET = ['ECONNRESET', 'EPIPE'];
/** Of the agent with which n8n asks a proxy for a way to the service. */
const PROXY_ENDED = /proxy connection ended|proxy CONNECT response/i;
const PROXY_WANTS_LOGIN = 407;
/** n8n does not let its users reach some addresses. */
const BLOCKED_BY_N8N = /^SsrfBlocked/;
/** The HTTP client refuses to send this, e.g. a header with characters that no header can hold. */
const UNSENDABLE = /^ERR_(INVALID|UNESCAPED|HTTP_INVALID)_/;
const CERTIFICATE = /CERT_|_CERT|^UNABLE_TO_|SELF_SIGNED/;
/** The handshake is before the request. Other TLS codes can also come after it. */
const HANDSHAKE = /(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE|PROTOCOL_VERSION)$/;

/**
 * Why a request got no answer, from the error of n8n's request helper: it wraps the HTTP client's error in `cause`, and a
 * failed attempt on several addresses of a host is an `AggregateError`.
 */
export function connectionFailure(error: unknown): ConnectionFailure {
	const errors = errorChain(error);
	const codes = errors.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
	const has = (known: string[]) => codes.some((code) => known.includes(code));

	if (error instanceof ProxyRefusal) {
		return error.status === PROXY_WANTS_LOGIN ? 'proxyLogin' : 'proxyRefused';
	}
	if (has(['ECONNREFUSED'])) return 'refused';
	if (has(HOST_NOT_FOUND)) return 'hostNotFound';
	// The address was never reached: `connect` is the system call before anything can be sent.
	if (errors.some(({ syscall }) => syscall === 'connect')) return 'notConnected';
	if (codes.some(isTlsFailure) || errors.some(speaksNoTls)) return 'certificate';
	if (codes.some((code) => UNSENDABLE.test(code)) || errors.some(isBlocked)) return 'unsendable';
	if (errors.some(isOfProxy)) return 'proxyDropped';
	const connection = connectionOf(errors);
	// n8n breaks a request off when its execution is stopped.
	if (has(['ERR_CANCELED'])) return isBeforeRequest(connection) ? 'notConnected' : 'stopped';
	// What connects to the service itself has a connection from the beginning.
	if (connection === 'none' && has(RESET)) return 'proxyDropped';
	if (isBeforeRequest(connection)) return 'notConnected';
	if (has(TIMEOUT)) return 'timeout';
	return codes.length > 0 ? 'broken' : 'unknown';
}

function isTlsFailure(code: string): boolean {
	return CERTIFICATE.test(code) || (code.startsWith('ERR_SSL_') && HANDSHAKE.test(code));
}

/** What comes of a TLS handshake with a server that answers in plain HTTP. */
function speaksNoTls({ code, message }: ErrorLike): boolean {
	return code === 'EPROTO' && String(message).includes('wrong version number');
}

function isOfProxy({ message }: ErrorLike): boolean {
	return PROXY_ENDED.test(String(message));
}

function isBlocked({ name }: ErrorLike): boolean {
	return BLOCKED_BY_N8N.test(String(name));
}

/** Nothing is sent before TLS is established. */
function isBeforeRequest(connection: ReturnType<typeof connectionOf>): boolean {
	return connection === 'none' || connection === 'handshake';
}
