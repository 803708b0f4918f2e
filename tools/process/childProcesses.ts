import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { ToolError } from './ToolError';

const LIFELINE = join(__dirname, 'lifeline.js');
const STOP_GRACE_MS = 5_000;

const running = new Set<ChildProcess>();
let isClosed = false;

/**
 * Starts a program as the leader of its own process group: Ctrl-C in the terminal reaches only this process, which
 * then ends the whole group, n8n's task runner and npm's compilers included. It never outlives this process.
 *
 * @param command with its arguments
 */
export function startChild(
	command: string[],
	{
		cwd,
		env,
		output,
	}: { cwd: string; env: NodeJS.ProcessEnv; output: Writable | 'pipe' | 'inherit' },
) {
	if (process.platform === 'win32') {
		throw new ToolError('This needs Linux or macOS; on Windows, run it in WSL');
	}
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

/** Ends a child and everything it started: asked first, killed after 5 seconds. Resolves when the child is gone. */
export async function stopChild(child: ChildProcess) {
	if (!running.has(child)) return;
	const exited = once(child, 'exit');
	signalGroup(child, 'SIGTERM');
	const kill = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_GRACE_MS);
	await exited;
	clearTimeout(kill);
	// Grandchildren that outlived their parent are still in its group.
	signalGroup(child, 'SIGKILL');
}

/** Ends a child and everything it started, without a word. Resolves when the child is gone. */
export async function killChild(child: ChildProcess) {
	if (!running.has(child)) return;
	const exited = once(child, 'exit');
	signalGroup(child, 'SIGKILL');
	await exited;
}

/** Ends all children for good: no other one can be started afterwards. */
export async function stopAllChildren() {
	isClosed = true;
	await Promise.all([...running].map(stopChild));
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, signal);
	} catch (error) {
		// ESRCH: the group has ended already.
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
