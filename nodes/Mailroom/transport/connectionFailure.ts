import { ProxyRefusal } from './answerInError';
import type { ConnectionFailure } from './verdict';
import { connectionOf, errorChain } from './errorChain';

const HOST_NOT_FOUND = /^(?:ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA|EAI_NONAME)$/;
const TIMEOUT = /^(?:ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|UND_ERR_HEADERS_TIMEOUT)$/;
const RESET = /^(?:ECONNRESET|EPIPE)$/;
/** Of the agent with which n8n asks a proxy for a way to the service. */
const PROXY_ENDED = /proxy connection ended|proxy CONNECT response/i;
const PROXY_WANTS_LOGIN = 407;
/** n8n does not let its users reach some addresses. */
const BLOCKED_BY_N8N = /^SsrfBlocked/;
/** The HTTP client refuses to send this, e.g. a header with characters that no header can hold. */
const UNSENDABLE = /^ERR_(?:INVALID|UNESCAPED|HTTP_INVALID)_/;
/** The handshake is before the request. Other TLS codes can also come after it. */
const TLS_FAILURE =
	/CERT_|_CERT|^UNABLE_TO_|SELF_SIGNED|(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE|PROTOCOL_VERSION)$/;
/** A server has answered a TLS handshake in plain HTTP. */
const SPEAKS_NO_TLS = /wrong version number/;

/**
 * Why a request got no answer, from the error of n8n's request helper: it wraps the HTTP client's error in `cause`, and a
 * failed attempt on several addresses of a host is an `AggregateError`.
 */
export function connectionFailure(error: unknown): ConnectionFailure {
	if (error instanceof ProxyRefusal) {
		return error.status === PROXY_WANTS_LOGIN ? 'proxyLogin' : 'proxyRefused';
	}
	const errors = errorChain(error);
	const has = (field: 'code' | 'message' | 'name' | 'syscall', known: RegExp) =>
		errors.some(({ [field]: text }) => typeof text === 'string' && known.test(text));

	if (has('code', /^ECONNREFUSED$/)) return 'refused';
	if (has('code', HOST_NOT_FOUND)) return 'hostNotFound';
	// The address was never reached: `connect` is the system call before anything can be sent.
	if (has('syscall', /^connect$/)) return 'notConnected';
	if (has('code', TLS_FAILURE) || (has('code', /^EPROTO$/) && has('message', SPEAKS_NO_TLS))) {
		return 'certificate';
	}
	if (has('code', UNSENDABLE) || has('name', BLOCKED_BY_N8N)) return 'unsendable';
	if (has('message', PROXY_ENDED)) return 'proxyDropped';
	const connection = connectionOf(errors);
	// Nothing is sent before TLS is established.
	const isBeforeRequest = connection === 'none' || connection === 'handshake';
	// n8n breaks a request off when its execution is stopped.
	if (has('code', /^ERR_CANCELED$/)) return isBeforeRequest ? 'notConnected' : 'stopped';
	// A request to the service itself has a connection from the beginning.
	if (connection === 'none' && has('code', RESET)) return 'proxyDropped';
	if (isBeforeRequest) return 'notConnected';
	if (has('code', TIMEOUT)) return 'timeout';
	return has('code', /./) ? 'broken' : 'unknown';
}
