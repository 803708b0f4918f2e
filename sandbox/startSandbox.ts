const { buildServer } = require('./buildServer');
const { createService } = require('./createService');
const { DataFile } = require('./store/DataFile');

/**
 * @typedef {object} SandboxOptions
 * @property {number} [port] 0, the default, takes any free one
 * @property {string[]} [keys] the project's API keys
 * @property {() => number} [now] the time in ms since 1970, for expiry and scheduled mails
 * @property {string} [dataFile] keeps the store in this file between runs
 *
 * @typedef {Awaited<ReturnType<typeof startSandbox>>} Sandbox
 */

const HOST = '127.0.0.1';

/**
 * Starts the service on this machine; it cannot be reached from others.
 * @param {SandboxOptions & Partial<import('./createService').Settings>} [options]
 * @throws {Error} with code EADDRINUSE when the port is taken
 */
async function startSandbox({ port = 0, dataFile, ...options } = {}) {
	const file = dataFile === undefined ? undefined : new DataFile(dataFile);
	const service = createService({ ...options, contents: file?.read() });
	const { store, keys, settings, faults, journal, reset } = service;
	const server = buildServer(service);
	// Writing at once tells about a file that cannot be written while somebody is looking.
	file?.write(store);
	service.origin = await server.listen({ host: HOST, port });
	if (file) store.onChange = () => file.schedule(store);

	return {
		/** The base URL of the API. */
		url: `${service.origin}/v1`,
		/** Where the pages are. */
		origin: service.origin,
		apiKey: keys[0],
		keys,
		store,
		journal,
		faults,
		settings,
		reset,
		async close() {
			await server.close();
			file?.write(store);
		},
	};
}

module.exports = { startSandbox };
