import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const echo: Answer = ({ url }, response) => void response.end(JSON.stringify({ url }));

/** An answer that is always the same, called JSON whatever it is. */
export function always(status: number, body: string): Answer {
	return (_request, response) => void response.writeHead(status).end(body);
}

/**
 * A server on a free port with any response, also those that the sandbox never sends. It keeps
 * what it received.
 */
async function answerWith(answer: Answer = echo) {
	const handle = {
		url: '',
		received: [] as Array<{ url: string; method: string; headers: IncomingHttpHeaders }>,
		/** Of each request, as text. */
		bodies: [] as string[],
		/** Also those that nothing was asked on. */
		connections: 0,
		answer,
		reset() {
			handle.received.length = 0;
			handle.bodies.length = 0;
			handle.connections = 0;
			handle.answer = answer;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	const server = createServer((request, response) => {
		const { url = '', method = '', headers } = request;
		handle.received.push({ url, method, headers });
		response.setHeader('Content-Type', 'application/json');
		let body = '';
		request.setEncoding('utf8').on('data', (text: string) => {
			body += text;
		});
		request.on('end', () => {
			handle.bodies.push(body);
			handle.answer(request, response, body);
		});
	});
	server.on('connection', () => (handle.connections += 1));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	handle.url = `http://127.0.0.1:${port}`;
	return handle;
}

/**
 * A server for the tests of a file, each of which tells it what to answer. Before each test it has received nothing, and the
 * key is another one, so that no test waits for what the node still owes to the one before.
 */
export const useAnswers = () => {
	let server: Awaited<ReturnType<typeof answerWith>>;
	let tests = 0;

	beforeAll(async () => {
		server = await answerWith();
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		server.reset();
		tests++;
	});

	return {
		get server() {
			return server;
		},
		get credential() {
			return { baseUrl: `${server.url}/v1`, apiKey: `key-of-test-${tests}` };
		},
	};
};
