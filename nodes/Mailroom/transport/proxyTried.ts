import { errorChain } from './errorChain';

/**
 * The proxy that could not be reached, where the environment of n8n sets one: what a connection was tried to and is not the
 * service.
 *
 * @param address of the service
 */
export function proxyTried(error: unknown, address: string): string | undefined {
	const service = new URL(address);
	const servicePort = Number(service.port) || (service.protocol === 'https:' ? 443 : 80);
	for (const { hostname, syscall, address: tried, port } of errorChain(error)) {
		if (typeof hostname === 'string' && hostname !== service.hostname) return hostname;
		const isElsewhere = syscall === 'connect' && typeof port === 'number' && port !== servicePort;
		if (isElsewhere && typeof tried === 'string') return `${tried}:${port}`;
	}
	return undefined;
}
