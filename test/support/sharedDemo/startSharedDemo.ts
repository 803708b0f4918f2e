import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, stopChild } from '../../../tools/childProcesses';
import { repositoryFolder } from '../../../tools/folders';
import { SHARED_DEMO } from './SharedDemo';

let stop: (() => Promise<void>) | undefined;

/** Before the first test, once for all files: n8n takes longer to start than most files take to run. */
export default async function startSharedDemo() {
	if (stop) return;
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-tests-'));
	const program = startChild([process.execPath, '--import', 'tsx', __dirname, folder], {
		cwd: repositoryFolder,
		env: process.env,
		output: 'pipe',
	});
	stop = async () => {
		await stopChild(program);
		await rm(folder, { recursive: true, force: true });
	};
	program.stderr?.pipe(process.stderr);
	program.stdout?.on('data', (said) => {
		process.env[SHARED_DEMO] = String(said);
		program.emit('ready');
	});
	await Promise.race([once(program, 'ready'), once(program, 'exit')]);
	if (!process.env[SHARED_DEMO]) throw new Error('There is no n8n for the tests');
}

/** After the last test. */
export async function stopSharedDemo() {
	await stop?.();
	stop = undefined;
}
