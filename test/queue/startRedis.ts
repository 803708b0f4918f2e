const { randomUUID } = require('node:crypto');
const { mkdir } = require('node:fs/promises');
const { join } = require('node:path');
const { freePort } = require('../../demo/freePort');
const { startServer } = require('./startServer');

/**
 * Starts a Redis that keeps nothing on disk.
 *
 * @param {{ program: string, folder: string }} options
 * @returns {Promise<import('./startServer').RunningServer>}
 */
async function startRedis({ program, folder }) {
	await mkdir(folder);
	const port = await freePort();
	const password = randomUUID();
	const settings = {
		bind: '127.0.0.1',
		port: String(port),
		requirepass: password,
		dir: folder,
		save: '',
		appendonly: 'no',
	};
	const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
	const stop = await startServer([program, ...args], {
		cwd: folder,
		logFile: join(folder, 'redis.log'),
	});
	return { port, password, stop };
}

module.exports = { startRedis };
