import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server on this machine that stands for one elsewhere: it remembers who turned to it.
 * @param answer HTML
 */
export async function startCanary(
	answer: (path: string) => string = () => '<!doctype html><title>elsewhere</title>',
) {
	const requests: IncomingMessage[] = [];
	let connections = 0;
	const server = createServer((request, response) => {
		requests.push(request);
		response.setHeader('Content-Type', 'text/html').end(answer(request.url ?? ''));
	});
	server.on('connection', () => (connections += 1));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	return {
		origin: `http://127.0.0.1:${port}`,
		requests,
		/** Paths without the slash. */
		get asked() {
			return requests.map(({ url = '' }) => url.slice(1));
		},
		/** Also those that nothing was asked on. */
		get connections() {
			return connections;
		},
		forget() {
			requests.length = 0;
			connections = 0;
		},
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
