import { once } from 'node:events';
import { createServer } from 'node:net';
import { ToolError } from './ToolError';

const HOST = '127.0.0.1';

/** Asks the system for a port of 127.0.0.1 that nobody listens on. */
export function freePort(): Promise<number> {
	return tryPort(0);
}

/**
 * @param option the environment option that chooses another one
 * @throws ToolError when something else listens there
 */
export async function assertPortIsFree(port: number, option: string) {
	try {
		await tryPort(port);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		const reason = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`;
		throw new ToolError(
			`Port ${port} ${reason}: stop what uses it, or choose another with ${option}=<port>`,
		);
	}
}

async function tryPort(port: number): Promise<number> {
	const server = createServer().listen(port, HOST);
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (!address || typeof address === 'string') throw new Error('A TCP server has a port');
	return address.port;
}
