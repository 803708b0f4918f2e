/** @jest-environment-options {"timeLeaps": true} */
import { setImmediate as nextTurn } from 'node:timers/promises';
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

test('a fault happens as often as asked, and can be taken back', async () => {
	const { api, anonymous, sandbox } = opened;
	const control = `${sandbox.origin}/_sandbox/faults`;
	await anonymous.post(control, { endpoint: 'GET /lists', status: 503, times: 2, skip: 1 });
	sandbox.faults.add({ endpoint: '*', status: 500, name: 'outage' });
	const statuses: number[] = [];
	for (const url of ['/contacts', '/lists', '/lists', '/lists', '/lists']) {
		statuses.push((await api.get(url)).status);
	}
	expect(statuses).toEqual([500, 200, 503, 503, 200]);
	expect(sandbox.journal.map(({ fault }) => fault).slice(0, 3)).toEqual([
		...['outage', undefined, 'status 503'],
	]);
	sandbox.faults.add({ endpoint: '*', status: 500, times: 100 });
	await anonymous.delete(control);
	expect((await api.get('/lists')).status).toBe(200);
});

test.each([
	[{ status: 503 }, { status: 503, data: { error: true, reason: expect.any(String) } }],
	[
		{ status: 400, body: { reason: 'no' } },
		{ status: 400, data: { reason: 'no' } },
	],
	[
		{ status: 502, body: 'no', contentType: 'text/plain' },
		{ status: 502, data: 'no' },
	],
	[{ html: true }, { status: 200, data: expect.stringContaining('<h1>') }],
	[
		{ redirect: 'http://127.0.0.1:9/' },
		{ status: 302, headers: expect.objectContaining({ location: 'http://127.0.0.1:9/' }) },
	],
	[
		{ status: 503, retryAfter: '20' },
		{ status: 503, headers: expect.objectContaining({ 'retry-after': '20' }) },
	],
])('answers instead of acting: %j', async (fault, answer) => {
	opened.sandbox.faults.add({ endpoint, ...fault });
	expect(await create()).toMatchObject(answer);
	expect(acted()).toBe(false);
	expect(opened.sandbox.journal).toMatchObject([{ acted: false, status: answer.status }]);
});

test.each([
	[{ status: 500, afterActing: true }, { status: 500 }],
	[{ cutJson: true }, { status: 200, data: '{"succes' }],
	[{ withoutData: true }, { status: 200, data: { success: true } }],
])('acts and then answers: %j', async (fault, answer) => {
	opened.sandbox.faults.add({ endpoint, ...fault });
	expect(await create()).toMatchObject(answer);
	expect(acted()).toBe(true);
});

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

test('a 429 that a test asked for does not count towards the limit', async () => {
	const { api, sandbox } = opened;
	sandbox.settings.limit = 1;
	sandbox.faults.add({ endpoint: 'GET /lists', status: 429 });
	const statuses = [];
	for (let i = 0; i < 3; i++) statuses.push((await api.get('/lists')).status);
	expect(statuses).toEqual([429, 200, 429]);
});

test('lasts for some time from the first request that it spoils', async () => {
	const { api, sandbox } = opened;
	sandbox.faults.add({ endpoint: '*', status: 503, forMs: 150, skip: 1 });
	const start = performance.now();
	while (performance.now() - start < 300) await api.get('/lists');
	const [first, ...rest] = sandbox.journal;
	const spoiled = rest.filter(({ fault }) => fault === 'status 503');
	const after = rest.filter(({ at }) => at >= spoiled[0].at + 150);
	expect(first.status).toBe(200);
	expect(spoiled.length).toBeGreaterThan(1);
	expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
});

test('restarts: connections break, then are refused, then it is there again with its data', async () => {
	const { sandbox, api } = await openSandbox();
	sandbox.store.addContact({ email: 'ada@example.com' });
	sandbox.faults.add({ endpoint: 'GET /lists', restartMs: 300 });
	await expect(api.get('/lists')).rejects.toMatchObject({ code: 'ECONNRESET' });
	await expect(api.get('/lists')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	let answer: unknown;
	while (!answer) answer = await api.get('/contacts').catch(() => undefined);
	expect(answer).toMatchObject({ data: { data: [{ email: 'ada@example.com' }] } });
	await sandbox.close();
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

test('close ends connections that still wait for an answer', async () => {
	const { sandbox, api } = await openSandbox();
	sandbox.faults.add({ endpoint: '*', delayMs: 60_000 });
	const failed = expect(api.get('/lists')).rejects.toMatchObject({ code: 'ECONNRESET' });
	while (!sandbox.journal.some((entry) => entry.acted)) await nextTurn();
	await sandbox.close();
	await failed;
});
