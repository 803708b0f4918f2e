const { inEngine } = require('./inEngine');
const { startSandboxProcess } = require('./startSandboxProcess');

/**
 * @typedef {import('./engine/runWork').WorkTask} WorkTask
 * @typedef {import('./startSandboxProcess').SandboxProcess} SandboxProcess
 */

/**
 * Runs a work on a sandbox of its own, and gives back what it cost and what the service saw.
 *
 * @param {import('./prepare').Bench} bench
 * @param {object} run
 * @param {Omit<WorkTask, 'packageFolder' | 'service'>} run.task
 * @param {Partial<import('./startSandboxProcess').Settings>} [run.settings] of the sandbox
 * @param {{ email: string }[]} [run.seed] the contacts it starts with
 */
async function runOnSandbox(bench, { task, settings, seed = [] }) {
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

module.exports = { runOnSandbox };
