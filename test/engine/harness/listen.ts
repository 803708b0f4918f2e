import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A server on a free port that answers as it is told and keeps what it received.
 */
export const listen = async () => {
	const echo = (({ url }, response) => response.end(JSON.stringify({ url }))) as Answer;
	const handle = {
		received: [] as Array<{ url: string; method: string; authorization?: string }>,
		answer: echo,
		url: '',
		answerWith(status: number) {
			handle.answer = (_request, response) => {
				response.statusCode = status;
				response.end('{"message":"no"}');
			};
		},
		reset() {
			handle.received.length = 0;
			handle.answer = echo;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	const server = createServer((request, response) => {
		const { url = '', method = '', headers } = request;
		handle.received.push({ url, method, authorization: headers.authorization });
		response.setHeader('Content-Type', 'application/json');
		handle.answer(request, response);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = server.address() as AddressInfo;
	handle.url = `http://127.0.0.1:${port}`;
	return handle;
};
