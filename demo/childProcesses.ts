const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { join } = require('node:path');

const LIFELINE = join(__dirname, 'lifeline.js');
const STOP_GRACE_MS = 5_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let isClosed = false;

/**
 * Starts a program as the leader of its own process group: Ctrl-C in the terminal reaches only this process, which
 * then ends the whole group, n8n's task runner and npm's compilers included. It never outlives this process.
 *
 * @param {string[]} command with its arguments
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, output: import('node:stream').Writable | 'pipe' | 'inherit' }} options
 */
function startChild(command, { cwd, env, output }) {
	if (isClosed) throw new Error('No program is started while everything is being stopped');
	const child = spawn(process.execPath, [LIFELINE, ...command], {
		cwd,
		env,
		stdio: ['pipe', output, output],
		detached: true,
	});
	running.add(child);
	child.once('exit', () => running.delete(child));
	return child;
}

/**
 * Ends a child and everything it started: asked first, killed after 5 seconds. Resolves when the child is gone.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
async function stopChild(child) {
	if (!running.has(child)) return;
	const exited = once(child, 'exit');
	signalGroup(child, 'SIGTERM');
	const kill = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_GRACE_MS);
	await exited;
	clearTimeout(kill);
	// Grandchildren that outlived their parent are still in its group.
	signalGroup(child, 'SIGKILL');
}

/** Ends all children for good: no other one can be started afterwards. */
async function stopAllChildren() {
	isClosed = true;
	await Promise.all([...running].map(stopChild));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, signal);
	} catch (error) {
		// ESRCH: the group has ended already.
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
	}
}

module.exports = { startChild, stopChild, stopAllChildren };
