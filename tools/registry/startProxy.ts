import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * Starts an HTTP proxy that connects one host to a port of this machine, and refuses every other.
 *
 * @param host of HTTPS addresses
 */
export async function startProxy({ host, port }: { host: string; port: number }) {
	const refused = new Set<string>();
	const sockets = new Set<Socket>();
	const server = createServer((request, response) => {
		refused.add(String(request.headers.host));
		response.writeHead(403).end();
	});
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	server.on('connect', ({ url }, client: Socket) => {
		client.on('error', () => client.destroy());
		if (url !== `${host}:443`) {
			refused.add(String(url));
			client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		const upstream = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			client.pipe(upstream).pipe(client);
		});
		upstream.on('error', () => client.destroy());
		client.once('close', () => upstream.destroy());
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port: own } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${own}`,
		/** Hosts that were asked for beside it. */
		refused,
		async stop() {
			server.close();
			for (const socket of sockets) socket.destroy();
			await once(server, 'close');
		},
	};
}
