/**
 * Installs n8n and a browser, and with `--servers` also Redis, PostgreSQL and an npm registry. Tests that install the same program at the same time
 * would disturb each other.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser } from '../tools/process/installBrowser';
import { installN8n } from '../tools/n8n/installN8n';
import { installRegistry } from '../tools/registry/installRegistry';
import { installServers } from '../tools/queue/installServers';
import { runProgram } from '../tools/process/runProgram';

runProgram(async () => {
	await installN8n();
	await installBrowser();
	if (!process.argv.includes('--servers')) return;
	await installRegistry();
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-servers-'));
	try {
		await installServers(folder);
	} finally {
		await rm(folder, { recursive: true });
	}
});
