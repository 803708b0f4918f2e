import { inEngine } from './inEngine';
import { startSandboxProcess, type SandboxProcess } from './startSandboxProcess';
import type { WorkTask } from './engine/runWork';
import type { Bench } from './prepare';
import type { Settings } from '../sandbox/createService';

/**
 * Runs a work on its own sandbox.
 *
 * @param run.settings of the sandbox
 * @param run.seed the contacts it starts with
 * @param run.meanwhile changes the sandbox while the work runs
 * @returns the result of the work and the journal of the sandbox
 */
export async function runOnSandbox(
	bench: Bench,
	{
		task,
		settings,
		seed = [],
		meanwhile,
	}: {
		task: Omit<WorkTask, 'packageFolder' | 'service'>;
		settings?: Partial<Settings>;
		seed?: { email: string }[];
		meanwhile?: (sandbox: SandboxProcess) => Promise<void>;
	},
) {
	const sandbox = await startSandboxProcess(settings);
	try {
		if (seed.length > 0) await sandbox.seed(seed);
		const service = { url: sandbox.url, apiKey: sandbox.apiKey };
		const run = inEngine(bench, { ...task, service });
		const [result] = await Promise.all([run, meanwhile?.(sandbox)]);
		return { result, journal: await sandbox.journal() };
	} finally {
		await sandbox.stop();
	}
}
