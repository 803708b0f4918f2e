import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredContact } from '../../sandbox/store/Store';
import { openSandbox } from './openSandbox';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('prints where it is and begins with a bounced contact that is no reader of the newsletter, and ends on Ctrl-C', async () => {
	const program = join(__dirname, '../../sandbox/index.ts');
	const args = ['--import', 'tsx', program, '--port', '0'];
	const child = spawn(process.execPath, args, { stdio: 'pipe' });
	const [output] = await once(child.stdout, 'data');
	const origin = 'http://127\\.0\\.0\\.1:\\d+';
	expect(String(output)).toMatch(
		new RegExp(`^Base URL +${origin}/v1\nAPI key +mailroom-sandbox-key\nInbox +${origin}/\n$`),
	);
	const [inbox] = new RegExp(`${origin}/\n`).exec(String(output)) ?? [];
	const response = await fetch(`${inbox?.trim()}_sandbox/contacts`);
	const contacts = (await response.json()) as StoredContact[];
	const bounced = contacts.filter(({ hardBouncedAt }) => hardBouncedAt !== undefined);
	const readers = contacts.filter(({ subscribedToLists }) =>
		subscribedToLists.includes('newsletter'),
	);
	expect(bounced).toHaveLength(1);
	expect(readers).toHaveLength(1);
	expect(readers[0].hardBouncedAt).toBeUndefined();
	child.kill('SIGINT');
	expect((await once(child, 'close'))[0]).toBe(0);
});

test('keeps the store in a file between runs, and writes over no other file', async () => {
	const dataFile = join(folder, 'store.json');
	const first = await openSandbox({ dataFile });
	await first.api.post('/contacts/create_many', { contacts: [{ email: 'ada@example.com' }] });
	await first.sandbox.close();
	const kept = structuredClone(first.sandbox.store.contents());

	const second = await openSandbox({ dataFile });
	expect(second.sandbox.store.contents()).toEqual(kept);
	await second.sandbox.close();
	expect(readdirSync(folder)).toEqual(['store.json']);

	writeFileSync(dataFile, 'notes');
	await expect(openSandbox({ dataFile })).rejects.toThrow('not a data file');
});
