import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../../sandbox/startSandbox';
import { N8nClient } from '../../../tools/n8n/N8nClient';
import { installN8n } from '../../../tools/n8n/installN8n';
import { startN8n } from '../../../tools/n8n/startN8n';
import { freePort } from '../../../tools/process/freePort';
import { startRegistry } from '../../../tools/registry/startRegistry';
import { CommunityNodes } from './CommunityNodes';
import { Editor } from './Editor';
import { useBrowser } from './useBrowser';

const LOGIN = { email: 'ada@example.com', password: 'A1-for-one-test' };
const BOOT_LIMIT_MS = 20 * 60_000;
const STOP_LIMIT_MS = 60_000;

type Stage = Awaited<ReturnType<typeof startStage>>;

/** An n8n without packages, a registry from which it installs some, and a person who is signed in to the editor. */
export function useRelease() {
	const browser = useBrowser();
	let folder: string;
	let stage: Stage | undefined;
	let pages: { communityNodes: CommunityNodes; editor: Editor };

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'mailroom-release-'));
		stage = await startStage(folder);
		const { url } = stage.n8n();
		const page = await (await browser.newVisitor()).newPage();
		pages = { editor: new Editor(page, url), communityNodes: new CommunityNodes(page, url) };
		await pages.editor.signIn(LOGIN);
	}, BOOT_LIMIT_MS);

	afterAll(async () => {
		await stage?.stop();
		await rm(folder, { recursive: true, force: true });
	}, STOP_LIMIT_MS);

	return {
		...browser,
		/** @returns the parts as they are now */
		get() {
			if (!stage) throw new Error('The parts are there once the tests run');
			return { ...stage, ...pages, folder };
		},
	};
}

async function startStage(folder: string) {
	const registry = await startRegistry(folder);
	const sandbox = await startSandbox();
	const options = { install: await installN8n(), userFolder: join(folder, 'n8n') };
	const port = await freePort();
	const start = async (env: NodeJS.ProcessEnv = {}) =>
		await startN8n({ ...options, port, env: { ...registry.env, ...env } });
	let n8n = await start();
	const client = new N8nClient(n8n.url);
	await client.logIn(LOGIN);
	return {
		registry,
		sandbox,
		client,
		n8n: () => n8n,
		/** @param env settings of n8n until the next restart */
		async restart(env?: NodeJS.ProcessEnv) {
			await n8n.stop();
			n8n = await start(env);
		},
		async stop() {
			await n8n.stop();
			await sandbox.close();
			await registry.stop();
		},
	};
}
