import dns from 'node:dns';
import net from 'node:net';

const marker = Symbol.for('n8n-nodes-mailroom.onlyLoopback');

const isLoopback = (host: string) =>
	host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

const systemError = (code: string, syscall: string, host: string) =>
	Object.assign(new Error(`${syscall} ${code} ${host}`), { code, syscall, hostname: host });

/**
 * Cuts the process off from everything but itself: other names are not found and other addresses are
 * unreachable, in the way Node reports both. Node's own modules are shared by all test files of a jest
 * worker, hence once per process.
 */
export const onlyLoopback = () => {
	const shared = net as unknown as Record<symbol, unknown>;
	if (shared[marker]) return;
	shared[marker] = true;

	const { lookup } = dns;
	Object.assign(dns, {
		lookup(host: string, ...rest: unknown[]) {
			// Passed on as it came: there are several ways to call it.
			if (isLoopback(host) || net.isIP(host)) return Reflect.apply(lookup, dns, [host, ...rest]);
			const callback = rest[rest.length - 1] as (error: Error) => void;
			process.nextTick(callback, systemError('ENOTFOUND', 'getaddrinfo', host));
		},
	});

	const { connect } = net.Socket.prototype;
	Object.assign(net.Socket.prototype, {
		connect(this: net.Socket, ...args: unknown[]) {
			// Node passes its own normalized form: an array of [options, callback].
			const [first] = Array.isArray(args[0]) ? args[0] : args;
			const host = (first as { host?: string } | undefined)?.host;
			if (typeof host === 'string' && net.isIP(host) && !isLoopback(host)) {
				process.nextTick(() => this.destroy(systemError('ENETUNREACH', 'connect', host)));
				return this;
			}
			return Reflect.apply(connect, this, args);
		},
	});
};
