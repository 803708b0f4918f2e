const dns = require('node:dns');
const net = require('node:net');

const marker = Symbol.for('n8n-nodes-mailroom.onlyLoopback');

/** @param {string} host */
const isLoopback = (host) =>
	host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * @param {string} code
 * @param {string} syscall
 * @param {string} host
 */
const systemError = (code, syscall, host) =>
	Object.assign(new Error(`${syscall} ${code} ${host}`), { code, syscall, hostname: host });

/**
 * Cuts the process off from everything but itself: other names are not found and other addresses are
 * unreachable, in the way Node reports both. Node's own modules are shared by all test files of a jest
 * worker, hence once per process.
 */
const onlyLoopback = () => {
	const shared = /** @type {Record<symbol, unknown>} */ (/** @type {unknown} */ (net));
	if (shared[marker]) return;
	shared[marker] = true;

	const { lookup } = dns;
	// @ts-expect-error -- the promisified variant of the original is not used by sockets
	dns.lookup = (/** @type {string} */ host, /** @type {unknown[]} */ ...rest) => {
		const callback = /** @type {(error: Error) => void} */ (rest[rest.length - 1]);
		if (isLoopback(host) || net.isIP(host)) {
			// @ts-expect-error -- passed on as it came
			return lookup(host, ...rest);
		}
		process.nextTick(callback, systemError('ENOTFOUND', 'getaddrinfo', host));
	};

	const { connect } = net.Socket.prototype;
	/** @this {net.Socket} */
	net.Socket.prototype.connect = function (/** @type {unknown[]} */ ...args) {
		// Node passes its own normalized form: an array of [options, callback].
		const [first] = Array.isArray(args[0]) ? args[0] : args;
		const host = /** @type {{ host?: string } | undefined} */ (first)?.host;
		if (typeof host === 'string' && net.isIP(host) && !isLoopback(host)) {
			process.nextTick(() => this.destroy(systemError('ENETUNREACH', 'connect', host)));
			return this;
		}
		// @ts-expect-error -- passed on as it came
		return connect.apply(this, args);
	};
};

module.exports = { onlyLoopback };
