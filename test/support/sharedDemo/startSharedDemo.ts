import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startChild, stopChild } from '../../../tools/process/childProcesses';
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
	if (!program.stdout) throw new Error('The program cannot tell where its n8n is');
	// A line may come in pieces.
	const told = once(createInterface(program.stdout), 'line');
	const [line]: unknown[] = await Promise.race([told, once(program, 'exit')]);
	if (typeof line !== 'string') throw new Error('There is no n8n for the tests');
	process.env[SHARED_DEMO] = line;
}

/** After the last test. */
export async function stopSharedDemo() {
	await stop?.();
	stop = undefined;
}
