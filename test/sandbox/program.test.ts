import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../sandbox/runCli';
import { openSandbox } from '../support/openSandbox';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
const dataFile = join(folder, 'store.json');
afterAll(() => rmSync(folder, { recursive: true }));

function run(args: string[]) {
	const program = join(__dirname, '../../sandbox/index.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], { stdio: 'pipe' });
	const output = { out: '', err: '' };
	child.stdout.on('data', (chunk) => (output.out += chunk));
	child.stderr.on('data', (chunk) => (output.err += chunk));
	return { child, output, closed: once(child, 'close') };
}

test('prints the base URL, a key and the inbox, and ends on Ctrl-C', async () => {
	const { child, output, closed } = run(['--port', '0']);
	await once(child.stdout, 'data');
	child.kill('SIGINT');
	expect((await closed)[0]).toBe(0);
	const origin = 'http://127\\.0\\.0\\.1:\\d+';
	expect(output.out).toMatch(
		new RegExp(`^Base URL +${origin}/v1\nAPI key +mailroom-sandbox-key\nInbox +${origin}/\n$`),
	);
});

describe('ends with a message and code 1', () => {
	afterEach(() => {
		process.exitCode = undefined;
		jest.restoreAllMocks();
	});

	/** What it says when it ends. */
	const message = async (...args: string[]) => {
		const say = jest.spyOn(console, 'error').mockReturnValue();
		await runCli(args);
		expect(process.exitCode).toBe(1);
		return say.mock.calls.join('\n');
	};

	test('when the port is taken', async () => {
		const { sandbox } = await openSandbox();
		const { port } = new URL(sandbox.origin);
		expect(await message('--port', port)).toBe(
			`Port ${port} is taken: choose another one with --port`,
		);
		await sandbox.close();
	});

	test.each([
		[['--port', 'x'], 'must be a number from 0 to 65535'],
		[['--nothing'], 'Usage: npm run sandbox'],
		[['--data', '/nowhere/store.json', '--port', '0'], '/nowhere'],
	])('with %j', async (args, problem) => {
		expect(await message(...args)).toContain(problem);
	});
});

test('keeps the store in a file between runs', async () => {
	const first = await openSandbox({ dataFile });
	await first.api.post('/contacts/create_many', { contacts: [{ email: 'ada@example.com' }] });
	await first.api.post('/email/list', { subject: 'Hi', body: 'Hi', list: 'important' });
	await first.sandbox.close();
	const kept = structuredClone(first.sandbox.store.contents());

	const second = await openSandbox({ dataFile });
	expect(second.sandbox.store.contents()).toEqual(kept);
	await second.sandbox.close();
	expect(readdirSync(folder)).toEqual(['store.json']);
});

test('does not write over a file that is something else', async () => {
	const other = join(folder, 'other.json');
	writeFileSync(other, 'notes');
	await expect(openSandbox({ dataFile: other })).rejects.toThrow('not a data file');
	rmSync(other);
});
