/**
 * Runs a program, and ends it and all its children when the other end of standard input closes. The process that started this one
 * may be killed, or be a test runner that doesn't wait for cleanup. It is JavaScript, so that it watches from the start, without
 * waiting for a TypeScript loader.
 *
 * node lifeline.js <command> <argument>...
 */
const { spawn } = require('node:child_process');

const GRACE_MS = 5_000;

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => {
	console.error(error.message);
	process.exit(127);
});
child.on('exit', (code) => process.exit(code ?? 1));

// Signals go to the whole group. The program decides when it ends, and this process reports it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

process.stdin.resume().on('close', () => {
	process.kill(-process.pid, 'SIGTERM');
	setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS);
});
