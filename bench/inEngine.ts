const { fork } = require('node:child_process');
const { once } = require('node:events');
const { dirname, join } = require('node:path');

/**
 * @typedef {object} Tasks what the scripts in engine/ are asked, and what they answer
 * @property {[import('./engine/runWork').WorkTask, import('./engine/runWork').WorkResult]} runWork
 * @property {[import('./engine/loadPackage').LoadTask, import('./engine/loadPackage').LoadResult]} loadPackage
 *
 * @typedef {{ result: unknown } | { failure: string }} Reply
 */

/**
 * Has a task done in a new process, with the installed n8n's own Node and modules.
 *
 * @template {keyof Tasks} Name
 * @param {import('./prepare').Bench} bench
 * @param {Name} name of the script
 * @param {Tasks[Name][0]} task
 * @returns {Promise<Tasks[Name][1]>}
 */
async function inEngine({ install, folder }, name, task) {
	const child = fork(join(__dirname, 'engine', `${name}.js`), {
		execPath: install.node,
		execArgv: ['--expose-gc', '--require', join(__dirname, 'engine', 'useInstalledN8n.js')],
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
	const answered = once(child, 'message').then(([message]) => /** @type {Reply} */ (message));
	const reply = await Promise.race([answered, ended]);
	await ended;
	if ('failure' in reply) throw new Error(`${name} failed: ${reply.failure}`);
	return /** @type {Tasks[Name][1]} */ (reply.result);
}

module.exports = { inEngine };
