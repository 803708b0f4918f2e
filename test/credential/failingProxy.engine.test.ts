import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { runOn, textOf } from '../support/engine/runNode';
import { ada, parametersOf } from '../support/operations';

const SERVICE = 'https://127.0.0.9:4443/v1';
const send = parametersOf('email sendTransactional', ada);

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

/** With its own rate limiter. */
const run = async (requestOptions: object) => {
	const credential = { baseUrl: SERVICE, apiKey: `key-through-a-proxy-${++runs}` };
	const parameters = { ...send, requestOptions: { ...requestOptions } };
	return (await runOn({ credential })(parameters, [{}, {}])).error;
};

const NOT_SENT = /\(items (1-2|1 rejected; 2) not sent\)$/;
/** Nothing of the request has left, but n8n does not tell. */
const IN_DOUBT =
	/^The email may or may not have been sent.*\(items (1 in doubt; 2 not sent|1-2 in doubt)\)$/;

const failures: Array<[what: string, answer: (socket: Socket) => void, says: RegExp]> = [
	['ends the connection', (socket) => socket.end(), IN_DOUBT],
	['resets it', (socket) => socket.resetAndDestroy(), IN_DOUBT],
	['breaks off in its answer', (socket) => socket.end('HTTP/1.1 502 Bad'), IN_DOUBT],
	[
		'wants a login',
		(socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
		NOT_SENT,
	],
	[
		'refuses',
		(socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno'),
		NOT_SENT,
	],
	[
		'does not reach the service',
		(socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
		IN_DOUBT,
	],
	[
		'leads nowhere',
		(socket) => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			socket.once('data', () => socket.destroy());
		},
		IN_DOUBT,
	],
	['does not answer', () => {}, IN_DOUBT],
];

test.each(failures)('a proxy that %s is named, and no email is lost', async (_what, act, says) => {
	answer = act;
	const error = await run({ proxy: url.replace('//', '//ada:p4ssw0rd@'), timeout: 300 });

	expect(error?.message).toMatch(says);
	expect(error?.message).toContain(`proxy ${new URL(url).host}`);
	expect(textOf(error)).not.toContain('p4ssw0rd');

	process.env.HTTPS_PROXY = url;
	expect((await run({ timeout: 300 }))?.message).toMatch(says);
});

test('says how to log in to a proxy', async () => {
	answer = (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');

	const error = await run({ proxy: url });
	expect(error?.message).toMatch(/^The proxy .* requires a login \(status 407\), item 1 of 2 \(/);
	expect(error?.description).toMatch(
		/^Add a user name and a password to the address in "Proxy"\.$/,
	);
});

test('a proxy that is not there is named, and nothing is in doubt', async () => {
	const error = await run({ proxy: 'http://127.0.0.1:1' });

	expect(error?.message).toMatch(/^The proxy 127\.0\.0\.1:1 refused the connection/);
	expect(error?.message).toMatch(NOT_SENT);
	expect(error?.description).toMatch(/^Check the address in "Proxy" /);
});
