import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo, type Demo } from '../../demo/startDemo';
import { freePort } from '../../tools/process/freePort';

const INSTALL_AND_BOOT_LIMIT_MS = 20 * 60_000;
const STOP_LIMIT_MS = 60_000;

/**
 * A demo as `npm start` starts it, for the tests of one file alone: they end n8n on the way, or keep it so busy that others would wait.
 *
 * @param options.only the names of the examples that it has: n8n takes longer to load all their nodes than to start
 * @param options.env settings of n8n beside the usual ones
 */
export function useOwnDemo({ only, env }: { only: string[]; env?: NodeJS.ProcessEnv }) {
	let demo: Demo | undefined;
	let folder: string;
	let ports: { n8n: number; sandbox: number };
	const start = async () => {
		demo = await startDemo({ folder, ports, only, env });
	};

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'mailroom-own-demo-'));
		ports = { n8n: await freePort(), sandbox: await freePort() };
		await start();
	}, INSTALL_AND_BOOT_LIMIT_MS);

	afterAll(async () => {
		await demo?.stop();
		await rm(folder, { recursive: true, force: true });
	}, STOP_LIMIT_MS);

	const get = () => {
		if (!demo) throw new Error('The demo is there once the tests run');
		return demo;
	};
	return {
		get,
		/** Ends it, and starts it again with what it has kept. */
		async restart() {
			await get().stop();
			await start();
		},
	};
}
