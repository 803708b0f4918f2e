import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { startChild, stopChild } from '../../tools/childProcesses';

const SLEEP = 'setTimeout(() => {}, 60_000)';

/** A program that starts another one. Both say that they run, and end by themselves only after a minute. */
const PROGRAM = `
	const { spawn } = require('node:child_process');
	spawn(process.execPath, ['-e', 'console.log("both run"); ${SLEEP}'], { stdio: 'inherit' });
	${SLEEP};
`;
const COMMAND = [process.execPath, '-e', PROGRAM];

/** @returns once the programs run; their output ends when the last of them does */
async function running(output: Readable | null): Promise<{ ended: Promise<unknown> }> {
	if (!output) throw new Error('The output is a pipe');
	const ended = once(output, 'close');
	const [text] = await once(output, 'data');
	expect(String(text)).toBe('both run\n');
	return { ended };
}

test('a program is stopped together with what it started', async () => {
	const child = startChild(COMMAND, { cwd: '/', env: process.env, output: 'pipe' });
	const { ended } = await running(child.stdout);
	await stopChild(child);
	await ended;
});

test('a program does not outlive a starter that was killed', async () => {
	const options = "{ cwd: '/', env: process.env, output: 'inherit' }";
	const module = JSON.stringify(require.resolve('../../tools/childProcesses'));
	const script = `require(${module}).startChild(${JSON.stringify(COMMAND)}, ${options})`;
	const starter = spawn(process.execPath, ['--import', 'tsx', '-e', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const { ended } = await running(starter.stdout);
	starter.kill('SIGKILL');
	await ended;
});
