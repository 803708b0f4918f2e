import type { ConnectionFailure } from './attempt';

const HOST_NOT_FOUND = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'];
const TIMEOUT = ['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT'];
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
	const errors = withCauses(error);
	const codes = errors.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
	const has = (known: string[]) => codes.some((code) => known.includes(code));

	if (has(['ECONNREFUSED'])) return 'refused';
	if (has(HOST_NOT_FOUND)) return 'hostNotFound';
	// The address was never reached: `connect` is the system call before anything can be sent.
	if (errors.some(({ syscall }) => syscall === 'connect')) return 'notConnected';
	if (codes.some(isTlsFailure) || errors.some(speaksNoTls)) return 'certificate';
	if (codes.some((code) => UNSENDABLE.test(code))) return 'unsendable';
	// n8n breaks a request off when its execution is stopped.
	if (has(['ERR_CANCELED'])) return 'stopped';
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

interface ErrorLike {
	code?: unknown;
	message?: unknown;
	syscall?: unknown;
	cause?: unknown;
	errors?: unknown;
}

/** The error, what caused it, and so on. */
function withCauses(error: unknown): ErrorLike[] {
	const found: ErrorLike[] = [];
	const open: unknown[] = [error];
	while (open.length > 0) {
		const next = open.pop();
		if (typeof next !== 'object' || next === null || found.includes(next)) continue;
		const errorLike: ErrorLike = next;
		found.push(errorLike);
		open.push(errorLike.cause);
		if (Array.isArray(errorLike.errors)) open.push(...(errorLike.errors as unknown[]));
	}
	return found;
}
