/** What the errors of n8n's request helper, of its HTTP client and of Node.js may hold. */
export interface ErrorLike {
	name?: unknown;
	code?: unknown;
	message?: unknown;
	syscall?: unknown;
	hostname?: unknown;
	address?: unknown;
	port?: unknown;
	cause?: unknown;
	errors?: unknown;
	/** Of the HTTP client: the request of Node.js. */
	request?: unknown;
	/** Of the HTTP client: an answer whose status it was told to take for an error. */
	response?: unknown;
}

/** The error, what caused it, and so on: a failed attempt on several addresses of a host has several causes. */
export function errorChain(error: unknown): ErrorLike[] {
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

/**
 * How far the connection of a failed request came: `none` when it never got one, as a proxy did not lead to the service; `plain`
 * without TLS; `handshake` when TLS was not established; `secure`. Undefined where the error does not tell.
 */
export function connectionOf(
	chain: ErrorLike[],
): 'none' | 'plain' | 'handshake' | 'secure' | undefined {
	for (const { request } of chain) {
		if (typeof request !== 'object' || request === null || !('socket' in request)) continue;
		const { socket } = request;
		if (socket === null) return 'none';
		if (typeof socket !== 'object') continue;
		const { encrypted, secureConnecting } = socket as {
			encrypted?: unknown;
			secureConnecting?: unknown;
		};
		if (encrypted !== true) return 'plain';
		return secureConnecting === true ? 'handshake' : 'secure';
	}
	return undefined;
}
