import { errorChain } from './errorChain';

const PORTS: Record<string, number> = { 'https:': 443, 'http:': 80 };

/**
 * The proxy that could not be reached, where the environment of n8n sets one: what a connection was tried to and is not the
 * service.
 *
 * @param address of the service
 */
export function proxyTried(error: unknown, address: string): string | undefined {
	const service = new URL(address);
	const servicePort = Number(service.port) || PORTS[service.protocol];
	for (const { hostname, syscall, address: tried, port } of errorChain(error)) {
		if (typeof hostname === 'string' && hostname !== service.hostname) return hostname;
		const isElsewhere = syscall === 'connect' && typeof port === 'number' && port !== servicePort;
		if (isElsewhere && typeof tried === 'string') return `${tried}:${port}`;
	}
	return undefined;
}
