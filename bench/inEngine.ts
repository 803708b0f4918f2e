import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Bench } from './prepare';
import type { TaskOutcome, WorkResult, WorkTask } from './engine/runWork';

/** Does a task in a new process, with the installed n8n's own Node and modules. */
export async function inEngine(
	{ install, packageFolder, folder }: Bench,
	task: Omit<WorkTask, 'packageFolder'>,
): Promise<WorkResult> {
	const child = fork(join(__dirname, 'engine', 'start.js'), {
		execPath: install.node,
		execArgv: ['--expose-gc'],
		env: {
			PATH: process.env.PATH,
			HOME: process.env.HOME,
			TZ: process.env.TZ,
			// n8n lets community packages find its own modules there.
			NODE_PATH: dirname(dirname(dirname(install.program))),
			MAILROOM_BENCH_N8N: install.program,
			// n8n keeps its instance settings there.
			N8N_USER_FOLDER: join(folder, 'n8n'),
			N8N_ENCRYPTION_KEY: 'benchmarks',
			N8N_LOG_LEVEL: 'silent',
		},
	});
	const ended = once(child, 'exit').then(([code, signal]) => ({
		failure: `the process ended with ${code ?? signal}`,
	}));
	child.send({ ...task, packageFolder });
	const done = once(child, 'message').then(([message]) => message as TaskOutcome);
	const outcome = await Promise.race([done, ended]);
	await ended;
	if ('failure' in outcome) throw new Error(`The task failed: ${outcome.failure}`);
	return outcome.result;
}
