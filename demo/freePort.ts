const { once } = require('node:events');
const { createServer } = require('node:net');
const { DemoError } = require('./DemoError');

const HOST = '127.0.0.1';

/**
 * Asks the system for a port of 127.0.0.1 that nobody listens on.
 *
 * @returns {Promise<number>}
 */
function freePort() {
	return tryPort(0);
}

/**
 * @param {number} port
 * @param {string} option the environment option that chooses another one
 * @throws {DemoError} when something else listens there
 */
async function assertPortIsFree(port, option) {
	try {
		await tryPort(port);
	} catch (error) {
		const { code } = /** @type {NodeJS.ErrnoException} */ (error);
		const reason = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`;
		throw new DemoError(
			`Port ${port} ${reason}: stop what uses it, or choose another with ${option}=<port>`,
		);
	}
}

/**
 * @param {number} port
 * @returns {Promise<number>}
 */
async function tryPort(port) {
	const server = createServer().listen(port, HOST);
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (!address || typeof address === 'string') throw new Error('A TCP server has a port');
	return address.port;
}

module.exports = { freePort, assertPortIsFree };
