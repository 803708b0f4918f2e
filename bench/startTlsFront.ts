import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';

const HOST = '127.0.0.1';
const IP_ADDRESS = 7;

export interface TlsFront {
	/** The service's, over TLS. */
	url: string;
	/** To be trusted. */
	certificateFile: string;
	stop: () => Promise<void>;
}

/**
 * Takes TLS connections for a service that has none itself.
 *
 * @param url of the service
 * @param folder for the certificate
 */
export async function startTlsFront(url: string, folder: string): Promise<TlsFront> {
	const service = new URL(url);
	const { private: key, cert } = await generate([{ name: 'commonName', value: HOST }], {
		extensions: [{ name: 'subjectAltName', altNames: [{ type: IP_ADDRESS, ip: HOST }] }],
	});
	const certificateFile = join(folder, 'certificate.pem');
	await writeFile(certificateFile, cert);
	const open = new Set<TLSSocket>();
	const server = createServer({ key, cert }, (client) => {
		open.add(client);
		const inner = connect(Number(service.port), HOST);
		client.pipe(inner).pipe(client);
		client.on('error', () => inner.destroy());
		inner.on('error', () => client.destroy());
		client.on('close', () => open.delete(client));
	});
	server.listen(0, HOST);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `https://${HOST}:${port}${service.pathname}`,
		certificateFile,
		stop: async () => {
			server.close();
			for (const client of open) client.destroy();
			await once(server, 'close');
		},
	};
}
