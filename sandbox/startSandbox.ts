import { setTimeout as wait } from 'node:timers/promises';
import { buildServer } from './buildServer';
import { createService, type ServiceOptions, type Settings } from './createService';
import { DataFile } from './store/DataFile';

interface SandboxOptions extends Omit<ServiceOptions, 'contents'>, Partial<Settings> {
	/** 0, the default, selects any free port. */
	port?: number;
	/** Keeps the store in this file between runs. */
	dataFile?: string;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

const HOST = '127.0.0.1';

/**
 * Starts the service for this machine only.
 * @throws Error with code EADDRINUSE when the port is taken
 */
export async function startSandbox({ port = 0, dataFile, ...options }: SandboxOptions = {}) {
	const file = dataFile === undefined ? undefined : new DataFile(dataFile);
	const service = createService({ ...options, contents: file?.read() });
	const { store, keys, settings, faults, journal, reset } = service;
	let server = buildServer(service);
	// Writing at once reports an unwritable file at the start.
	file?.write(store);
	service.origin = await server.listen({ host: HOST, port });
	let restarting = Promise.resolve();
	service.restart = (downMs) => {
		restarting = restarting.then(async () => {
			await server.close();
			await wait(downMs);
			server = buildServer(service);
			await server.listen({ host: HOST, port: Number(new URL(service.origin).port) });
		});
	};
	if (file) store.onChange = () => file.schedule(store);

	return {
		/** The base URL of the API. */
		url: `${service.origin}/v1`,
		/** Address of the pages. */
		origin: service.origin,
		apiKey: keys[0],
		keys,
		store,
		journal,
		faults,
		settings,
		reset,
		async close() {
			await restarting;
			await server.close();
			file?.write(store);
		},
	};
}
