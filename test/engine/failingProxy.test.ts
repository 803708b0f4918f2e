import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { runNode } from '../support/engine/runNode';

const SERVICE = 'https://127.0.0.9:4443/v1';
const send = {
	resource: 'email',
	operation: 'sendTransactional',
	to: 'ada@example.com',
	subject: 'Hello',
	body: 'Hello',
};

let proxy: Server;
let url: string;
let answer: (socket: Socket) => void;
let runs = 0;
/** A connection that a proxy never answers stays open. */
const sockets: Socket[] = [];

beforeEach(async () => {
	proxy = createServer((socket) => {
		sockets.push(socket);
		socket.on('error', () => {});
		socket.once('data', () => answer(socket));
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterEach(async () => {
	delete process.env.HTTPS_PROXY;
	for (const socket of sockets.splice(0, Infinity)) socket.destroy();
	await new Promise((resolve) => proxy.close(resolve));
});

/** With a limiter of its own. */
const run = async (requestOptions: object) => {
	const credential = { baseUrl: SERVICE, apiKey: `key-through-a-proxy-${++runs}` };
	const parameters = { ...send, requestOptions: { ...requestOptions } };
	const items = [{}, {}];
	const { error } = await runNode({ credential, parameters, items });
	return error?.message;
};

const failures: Array<[what: string, answer: (socket: Socket) => void, says: RegExp]> = [
	['ends the connection', (socket) => socket.end(), /ended the connection before it led/],
	['resets it', (socket) => socket.resetAndDestroy(), /ended the connection before it led/],
	[
		'breaks off in its answer',
		(socket) => socket.end('HTTP/1.1 502 Bad'),
		/ended the connection before it led/,
	],
	[
		'wants a login',
		(socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
		/wants a login \(status 407\)/,
	],
	[
		'refuses',
		(socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno'),
		/did not lead to the service at 127\.0\.0\.9:4443 \(status 403\)/,
	],
	[
		'does not reach the service',
		(socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
		/did not lead to the service at 127\.0\.0\.9:4443 \(status 502\)/,
	],
	[
		'leads nowhere',
		(socket) => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			socket.once('data', () => socket.destroy());
		},
		/No connection to the service .* through the proxy/,
	],
];

describe.each(failures)('a proxy that %s', (_what, act, says) => {
	test('is named, and nothing is in doubt', async () => {
		answer = act;
		const message = await run({ proxy: url.replace('//', '//ada:p4ssw0rd@') });

		expect(message).toMatch(says);
		expect(message).toContain(`proxy ${new URL(url).host}`);
		expect(message).not.toContain('p4ssw0rd');
		expect(message).toMatch(/\(items 1-2 not sent\)$/);
	});

	test('is told from the service when the environment sets it', async () => {
		answer = act;
		process.env.HTTPS_PROXY = url;
		const message = await run({});

		if (!/No connection/.test(says.source))
			expect(message).toContain('The proxy that the environment of n8n sets');
		expect(message).toMatch(/\(items 1-2 not sent\)$/);
	});
});

test('a proxy that is not there is named, wherever it is set', async () => {
	const gone = 'http://127.0.0.1:1';
	const set = await run({ proxy: gone });
	process.env.HTTPS_PROXY = gone;
	const fromEnvironment = await run({});

	for (const message of [set, fromEnvironment]) {
		expect(message).toMatch(/^The proxy 127\.0\.0\.1:1 refused the connection/);
		expect(message).toMatch(/\(items 1-2 not sent\)$/);
	}
});

test('a proxy that does not answer leaves nothing in doubt', async () => {
	answer = () => {};
	const message = await run({ proxy: url, timeout: 100 });

	expect(message).toMatch(/No connection to the service .* through the proxy/);
	expect(message).toMatch(/\(items 1-2 not sent\)$/);
});
