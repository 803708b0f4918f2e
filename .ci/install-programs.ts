/**
 * Brings what the tests drive onto a new machine before anything is tested: n8n takes both cores for minutes, and two tests that
 * miss a program at once get into each other's way.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser } from '../tools/programs/installBrowser';
import { installN8n } from '../tools/installN8n';
import { installServers } from '../tools/queue/installServers';
import { runProgram } from '../tools/runProgram';

const say = console.log;

runProgram(async () => {
	await installN8n({ say });
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-servers-'));
	try {
		await installServers({ folder, say });
	} finally {
		await rm(folder, { recursive: true });
	}
	await installBrowser();
});
