import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Bench } from './prepare';
import type { WorkResult, WorkTask } from './engine/runWork';
import type { LoadResult, LoadTask } from './engine/loadPackage';

/** What the scripts in engine/ are asked, and what they answer. */
interface Tasks {
	runWork: [WorkTask, WorkResult];
	loadPackage: [LoadTask, LoadResult];
}

type Reply = { result: unknown } | { failure: string };

/**
 * Has a task done in a new process, with the installed n8n's own Node and modules.
 *
 * @param name of the script
 */
export async function inEngine<Name extends keyof Tasks>(
	{ install, folder }: Bench,
	name: Name,
	task: Tasks[Name][0],
): Promise<Tasks[Name][1]> {
	const child = fork(join(__dirname, 'engine', 'start.js'), [name], {
		execPath: install.node,
		execArgv: ['--expose-gc'],
		env: {
			PATH: process.env.PATH,
			HOME: process.env.HOME,
			TZ: process.env.TZ,
			// Where n8n has community packages find its own.
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
	child.send(task);
	const answered = once(child, 'message').then(([message]) => message as Reply);
	const reply = await Promise.race([answered, ended]);
	await ended;
	if ('failure' in reply) throw new Error(`${name} failed: ${reply.failure}`);
	return reply.result as Tasks[Name][1];
}
