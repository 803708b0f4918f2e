import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/process/freePort';
import { say } from '../../../tools/process/say';
import { installN8n } from '../../../tools/n8n/installN8n';
import { N8nClient } from '../../../tools/n8n/N8nClient';
import { packNode, unpackNode } from '../../../tools/n8n/packNode';
import { saveSandboxCredential } from '../../../tools/n8n/saveSandboxCredential';
import { startN8n, type RunningN8n } from '../../../tools/n8n/startN8n';
import type { Bench, OneProcess } from './Bench';

/** Of an n8n that only this machine can reach, for as long as it runs. */
const LOGIN = { email: 'ada@example.com', password: 'Mailroom-kill-1' };

/** A stop does not wait for all that is under way. */
const IMPATIENT = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '3' };

/** n8n as most people run it: one process, with SQLite. */
export async function startOneProcess({ sandbox }: Pick<Bench, 'sandbox'>): Promise<OneProcess> {
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-kill-'));
	let n8n: RunningN8n | undefined;
	const stop = async () => {
		await n8n?.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		const install = await installN8n();
		const packedFile = await packNode();
		const userFolder = join(folder, 'n8n');
		await unpackNode({ packedFile, userFolder });
		const port = await freePort();
		const start = async () => await startN8n({ install, userFolder, port, env: IMPATIENT });

		say(`Starting n8n ${install.version} ...`);
		n8n = await start();
		const { url } = n8n;
		const client = new N8nClient(url);
		await client.logIn(LOGIN);
		const end = async (way: 'kill' | 'stop') => {
			await n8n?.[way]();
			n8n = await start();
		};
		const crash = async () => await end('kill');
		const credential = await saveSandboxCredential(client, sandbox);
		const access = { n8n: { url }, client, credential };
		const statuses = [{ killed: 'crashed', retried: 'success' }];
		return { name: 'one process', access, statuses, crash, end, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
