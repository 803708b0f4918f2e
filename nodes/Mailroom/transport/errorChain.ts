import { isJsonObject } from './isJsonObject';

/** An error of n8n's request helper, of its HTTP client or of Node.js, whose fields may be anything. */
export type ErrorLike = Record<string, unknown>;

/** The error, what caused it, and so on: a failed attempt on several addresses of a host has several causes. */
export function errorChain(error: unknown, found: ErrorLike[] = []): ErrorLike[] {
	if (!isJsonObject(error) || found.includes(error)) return found;
	found.push(error);
	for (const cause of [error.cause, error.errors].flat()) errorChain(cause, found);
	return found;
}

/**
 * How far the connection of a failed request came: `none` when it never got one, as a proxy did not lead to the service; `plain`
 * without TLS; `handshake` when TLS was not established; `secure`. Undefined where the error does not tell.
 */
export function connectionOf(
	chain: ErrorLike[],
): 'none' | 'plain' | 'handshake' | 'secure' | undefined {
	const [socket] = chain.flatMap(({ request }) =>
		isJsonObject(request) && request.socket !== undefined ? [request.socket] : [],
	);
	if (socket === null) return 'none';
	if (!isJsonObject(socket)) return undefined;
	if (socket.encrypted !== true) return 'plain';
	return socket.secureConnecting === true ? 'handshake' : 'secure';
}
