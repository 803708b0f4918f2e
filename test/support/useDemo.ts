import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/freePort';
import { startDemo, type Demo } from '../../demo/startDemo';

const INSTALL_AND_BOOT_LIMIT_MS = 20 * 60_000;
const STOP_LIMIT_MS = 60_000;

/**
 * What `npm start` starts, for all tests of a file: n8n with the packed node and a credential, and the sandbox, which
 * is as new before each test. MAILROOM_E2E_N8N names the folder of a lockfile where it is to be another n8n.
 */
export function useDemo(): { get: () => Demo } {
	let demo: Demo | undefined;
	let folder: string | undefined;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'mailroom-e2e-'));
		demo = await startDemo({
			folder,
			ports: { n8n: await freePort(), sandbox: await freePort() },
			pinnedIn: process.env.MAILROOM_E2E_N8N,
			say: (line) => process.stderr.write(`${line}\n`),
		});
	}, INSTALL_AND_BOOT_LIMIT_MS);

	beforeEach(() => demo?.sandbox.reset());

	afterAll(async () => {
		await demo?.stop();
		if (folder) await rm(folder, { recursive: true, force: true });
	}, STOP_LIMIT_MS);

	return {
		get() {
			if (!demo) throw new Error('The demo is there once the tests run');
			return demo;
		},
	};
}
