import { inEngine } from './inEngine';
import { startSandboxProcess } from './startSandboxProcess';
import type { WorkTask } from './engine/runWork';
import type { Bench } from './prepare';
import type { Settings } from '../sandbox/createService';

/**
 * Runs a work on a sandbox of its own, and gives back what it cost and what the service saw.
 *
 * @param run.settings of the sandbox
 * @param run.seed the contacts it starts with
 */
export async function runOnSandbox(
	bench: Bench,
	{
		task,
		settings,
		seed = [],
	}: {
		task: Omit<WorkTask, 'packageFolder' | 'service'>;
		settings?: Partial<Settings>;
		seed?: { email: string }[];
	},
) {
	const sandbox = await startSandboxProcess(settings);
	try {
		if (seed.length > 0) await sandbox.seed(seed);
		const { packageFolder } = bench;
		const result = await inEngine(bench, 'runWork', { ...task, packageFolder, service: sandbox });
		return { result, journal: await sandbox.journal() };
	} finally {
		await sandbox.stop();
	}
}
