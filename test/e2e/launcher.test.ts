import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../tools/freePort';
import { answerWith } from '../support/answerWith';

const LAUNCHER = ['--import', 'tsx', join(__dirname, '..', '..', 'demo', 'index.ts')];

function launch(
	args: string[],
	env?: NodeJS.ProcessEnv,
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
	return new Promise((resolve) => {
		const options = { env: { ...process.env, ...env } };
		const child = execFile(process.execPath, [...LAUNCHER, ...args], options, (_, stdout, stderr) =>
			resolve({ exitCode: child.exitCode, stdout, stderr }),
		);
	});
}

const freePorts = async () => ({
	MAILROOM_N8N_PORT: String(await freePort()),
	MAILROOM_SANDBOX_PORT: String(await freePort()),
});

test('a taken port is told in one line, before anything is installed', async () => {
	const server = await answerWith();
	const { port } = new URL(server.url);
	for (const option of ['MAILROOM_N8N_PORT', 'MAILROOM_SANDBOX_PORT']) {
		expect(await launch([], { ...(await freePorts()), [option]: port })).toEqual({
			exitCode: 1,
			stdout: '',
			stderr: `Port ${port} is taken: stop what uses it, or choose another with ${option}=<port>\n`,
		});
	}
	await server.close();
});

test.each([
	[['--help'], {}, /^Usage: npm start \[-- --fresh \| --check\]\n[^]*MAILROOM_N8N_PORT/],
	[[], { MAILROOM_N8N_PORT: 'x' }, /^MAILROOM_N8N_PORT must be a number from 1 to 65535\n$/],
])('options that it does not know are told: %j %j', async (args, env, told) => {
	expect(await launch(args, env)).toEqual({
		exitCode: 1,
		stdout: '',
		stderr: expect.stringMatching(told),
	});
});
