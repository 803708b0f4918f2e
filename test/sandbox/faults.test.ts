/** @jest-environment-options {"timeLeaps": true} */
import { openSandbox } from '../support/openSandbox';

let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox();
});
afterAll(() => opened.sandbox.close());
beforeEach(() => opened.sandbox.reset());

/** A request whose effect shows. */
const create = (config?: { timeout: number }) =>
	opened.api.post('/contacts/create_many', { contacts: [{ email: 'ada@example.com' }] }, config);
const endpoint = 'POST /contacts/create_many';
const acted = () => opened.sandbox.store.contacts.size === 1;

test.each([
	[{ drop: 'before' }, 'ECONNRESET', false],
	[{ drop: 'after' }, 'ECONNRESET', true],
	[{ silent: true }, 'ECONNABORTED', false],
	[{ silent: true, afterActing: true }, 'ECONNABORTED', true],
	[{ delayMs: 5000 }, 'ECONNABORTED', true],
] as const)('has no answer: %j is %s, acted %p', async (fault, code, hasActed) => {
	opened.sandbox.faults.add({ endpoint, ...fault });
	await expect(create({ timeout: 200 })).rejects.toMatchObject({ code });
	expect(acted()).toBe(hasActed);
});

test('refuses faults and settings that make no sense', async () => {
	const { faults, origin } = opened.sandbox;
	expect(() => faults.add({ endpoint })).toThrow('changes nothing');
	expect(() => faults.add({ endpoint: '', status: 500 })).toThrow('endpoint');
	expect(() => faults.add(Object.assign({ endpoint, cutJSON: true }))).toThrow('cutJSON');
	for (const settings of [{ limit: -1 }, { window: 'open' }]) {
		const { status } = await opened.anonymous.post(`${origin}/_sandbox/settings`, settings);
		expect(status).toBe(400);
	}
});
