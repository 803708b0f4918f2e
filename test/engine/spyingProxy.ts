import { createServer as createPlainServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { generate } from 'selfsigned';

export interface Spy {
	/** Address of the proxy. */
	url: string;
	/** How often somebody connected. */
	connections: number;
	/** The requests that it could read. */
	read: Array<{ url?: string; authorization?: string }>;
	close(): Promise<void>;
}

export interface TlsService {
	url: string;
	received: Array<string | undefined>;
	close(): Promise<void>;
}

/**
 * A proxy that reads what it can: requests in clear text, and those of clients that accept its own certificate for the service's,
 * as whoever edits a workflow might run it.
 */
export async function spyingProxy(): Promise<Spy> {
	const read: Spy['read'] = [];
	const see = ({ url, headers }: IncomingMessage) =>
		void read.push({ url, authorization: headers.authorization });
	const impostor = await tlsServer('impostor', see);
	const sockets: Socket[] = [];
	const proxy = createPlainServer((request, response) => {
		see(request);
		response.setHeader('Content-Type', 'application/json').end('{"success":true,"data":[]}');
	});
	const spy: Spy = {
		url: '',
		connections: 0,
		read,
		close: async () => {
			// The servers do not count the ends of a tunnel among their connections.
			for (const socket of sockets) socket.destroy();
			await Promise.all([closed(proxy), closed(impostor)]);
		},
	};
	proxy.on('connection', (socket) => {
		spy.connections++;
		sockets.push(socket);
	});
	proxy.on('connect', (_request, client: Socket) => {
		const { port } = impostor.address() as AddressInfo;
		const tunnel = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			client.pipe(tunnel).pipe(client);
		});
		sockets.push(tunnel);
		tunnel.on('error', () => client.destroy());
		client.on('error', () => tunnel.destroy());
	});
	spy.url = `http://127.0.0.1:${await listening(proxy)}`;
	return spy;
}

/** A service behind `https://` with a certificate that nobody trusts. */
export async function tlsService(): Promise<TlsService> {
	const received: TlsService['received'] = [];
	const server = await tlsServer(
		'service',
		({ headers }) => void received.push(headers.authorization),
	);
	const { port } = server.address() as AddressInfo;
	return {
		url: `https://127.0.0.1:${port}/v1`,
		received,
		close: async () => await closed(server),
	};
}

/** Made once for all tests of a file: that takes a computer long. */
const certificates = new Map<string, ReturnType<typeof generate>>();

/** @param owner of the certificate */
async function tlsServer(owner: string, see: (request: IncomingMessage) => void) {
	// An RSA key takes a busy machine a second.
	const made =
		certificates.get(owner) ??
		generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' });
	certificates.set(owner, made);
	const { private: key, cert } = await made;
	const server = createTlsServer({ key, cert }, (request, response) => {
		see(request);
		response.setHeader('Content-Type', 'application/json').end('{"success":true,"data":[]}');
	});
	await listening(server);
	return server;
}

async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

async function closed(server: Server & { closeAllConnections(): void }): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}
