import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ToolError } from './ToolError';

const HOST = '127.0.0.1';

/**
 * Where no system takes ports from for outgoing connections: n8n needs seconds until it listens, and no other program may take its
 * port meanwhile.
 */
const FIRST_PORT = 20_000;
const PORT_COUNT = 12_000;

const given = new Set<number>();

/** A free port of 127.0.0.1, different from those that this process already got. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST_PORT + randomInt(PORT_COUNT);
		if (given.has(port)) continue;
		given.add(port);
		const isFree = await tryPort(port).then(
			() => true,
			() => false,
		);
		if (isFree) return port;
	}
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

async function tryPort(port: number) {
	const server = createServer().listen(port, HOST);
	await once(server, 'listening');
	server.close();
	await once(server, 'close');
}
