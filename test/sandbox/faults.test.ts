/** @jest-environment-options {"timeLeaps": true} */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSandbox } from '../support/openSandbox';

let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox();
});
afterAll(() => opened.sandbox.close());
beforeEach(() => opened.sandbox.reset());

/** A request whose having been acted on shows. */
const create = (config?: { timeout: number }) =>
	opened.api.post('/contacts/create_many', { contacts: [{ email: 'ada@example.com' }] }, config);
const endpoint = 'POST /contacts/create_many';
const acted = () => opened.sandbox.store.contacts.size === 1;

test('nothing goes wrong unless a test asks for it, and then only as often as asked', async () => {
	const { api, sandbox } = opened;
	sandbox.faults.add({ endpoint: 'GET /lists', status: 503, times: 2, skip: 1 });
	sandbox.faults.add({ endpoint: '*', status: 500 });
	const statuses: number[] = [];
	for (const url of ['/contacts', '/lists', '/lists', '/lists', '/lists']) {
		statuses.push((await api.get(url)).status);
	}
	expect(statuses).toEqual([500, 200, 503, 503, 200]);
	expect(sandbox.journal.map(({ fault }) => fault)).toEqual([
		'status 500',
		undefined,
		'status 503',
		'status 503',
		undefined,
	]);
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
		{ html: true, status: 502 },
		{ status: 502, data: expect.stringContaining('<h1>') },
	],
	[{ redirect: 'http://127.0.0.1:9/', status: 307 }, { status: 307 }],
])('answers instead of acting: %j', async (fault, answer) => {
	opened.sandbox.faults.add({ endpoint, ...fault });
	expect(await create()).toMatchObject(answer);
	expect(acted()).toBe(false);
	expect(opened.sandbox.journal).toMatchObject([{ acted: false, status: answer.status }]);
});

test('redirects to where it was told', async () => {
	opened.sandbox.faults.add({ endpoint, redirect: 'http://127.0.0.1:9/v1' });
	const { status, headers } = await create();
	expect(status).toBe(302);
	expect(headers.location).toBe('http://127.0.0.1:9/v1');
});

test('acts and then answers with an error', async () => {
	opened.sandbox.faults.add({ endpoint, status: 500, afterActing: true });
	expect((await create()).status).toBe(500);
	expect(acted()).toBe(true);
	expect(opened.sandbox.journal).toMatchObject([{ acted: true, status: 500 }]);
});

test.each(['before', 'after'] as const)('drops the connection %s acting', async (drop) => {
	opened.sandbox.faults.add({ endpoint, drop });
	await expect(create()).rejects.toMatchObject({ code: 'ECONNRESET' });
	expect(acted()).toBe(drop === 'after');
	expect(opened.sandbox.journal).toMatchObject([
		{ acted: drop === 'after', status: null, fault: `drop ${drop}` },
	]);
	expect((await create()).status).toBe(200);
});

test('acts and answers with half of the JSON', async () => {
	opened.sandbox.faults.add({ endpoint, cutJson: true });
	const { status, data, headers } = await create();
	expect({ status, data }).toEqual({ status: 200, data: '{"succes' });
	expect(headers['content-length']).toBe('8');
	expect(headers['content-type']).toMatch('application/json');
	expect(acted()).toBe(true);
});

test('leaves out data or metadata', async () => {
	const { api, sandbox } = opened;
	sandbox.faults.add({ endpoint: 'GET /lists', withoutData: true });
	sandbox.faults.add({ endpoint: 'GET /lists', withoutMetadata: true });
	expect((await api.get('/lists')).data).toEqual({ success: true });
	expect((await api.get('/lists')).data).toEqual({ success: true, data: expect.any(Array) });
});

test('acts at once and answers late', async () => {
	opened.sandbox.faults.add({ endpoint, delayMs: 5000 });
	await expect(create({ timeout: 100 })).rejects.toMatchObject({ code: 'ECONNABORTED' });
	expect(acted()).toBe(true);
});

test('every answer can be delayed', async () => {
	opened.sandbox.settings.answerDelayMs = 40;
	const start = performance.now();
	await opened.api.get('/lists');
	expect(performance.now() - start).toBeGreaterThan(35);
});

test('a 429 that a test asked for does not count towards the limit', async () => {
	const { api, sandbox } = opened;
	sandbox.settings.limit = 1;
	sandbox.faults.add({ endpoint: 'GET /lists', status: 429 });
	expect((await api.get('/lists')).status).toBe(429);
	expect((await api.get('/lists')).status).toBe(200);
	expect((await api.get('/lists')).status).toBe(429);
});

test('lasts for some time from the first request that it spoils', async () => {
	const { api, sandbox } = opened;
	sandbox.faults.add({ endpoint: '*', status: 503, forMs: 150, skip: 1 });
	const statuses = [(await api.get('/lists')).status];
	const start = performance.now();
	let end = start;
	while (end - start < 300) {
		statuses.push((await api.get('/lists')).status);
		end = performance.now();
	}
	const spoiled = sandbox.journal.filter(({ fault }) => fault === 'status 503');
	const after = sandbox.journal.filter(({ at }) => at >= spoiled[0].at + 150);
	expect(statuses[0]).toBe(200);
	expect(spoiled.length).toBeGreaterThan(1);
	expect(spoiled[spoiled.length - 1].at - spoiled[0].at).toBeLessThan(150);
	expect(after.map(({ status }) => status)).not.toContain(503);
	expect(after.length).toBeGreaterThan(0);
});

test('asks to come back later', async () => {
	opened.sandbox.faults.add({ endpoint, status: 503, retryAfter: '20' });
	const { status, headers } = await create();
	expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 503, retryAfter: '20' });
});

test.each([false, true])('keeps silent, having acted: %p', async (afterActing) => {
	opened.sandbox.faults.add({ endpoint, silent: true, afterActing });
	await expect(create({ timeout: 200 })).rejects.toMatchObject({ code: 'ECONNABORTED' });
	expect(acted()).toBe(afterActing);
	expect(opened.sandbox.journal).toMatchObject([{ status: null, fault: 'silent' }]);
});

test('restarts: connections break, then are refused, then it is there again with what it knew', async () => {
	const { sandbox, api } = await openSandbox();
	sandbox.store.addContact({ email: 'ada@example.com' });
	sandbox.faults.add({ endpoint: 'GET /lists', restartMs: 300 });
	await expect(api.get('/lists')).rejects.toMatchObject({ code: 'ECONNRESET' });
	await expect(api.get('/lists')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	const answers: unknown[] = [];
	while (answers.length === 0) {
		await api.get('/contacts').then(
			(answer) => answers.push(answer),
			() => {},
		);
	}
	expect(answers).toMatchObject([{ data: { data: [{ email: 'ada@example.com' }] } }]);
	await sandbox.close();
});

test('has the name that a test gives it', async () => {
	opened.sandbox.faults.add({ endpoint, status: 503, name: 'outage' });
	await create();
	expect(opened.sandbox.journal).toMatchObject([{ fault: 'outage' }]);
});

test('refuses a fault that could not happen', () => {
	const { faults } = opened.sandbox;
	expect(() => faults.add({ endpoint })).toThrow('changes nothing');
	expect(() => faults.add({ endpoint: '', status: 500 })).toThrow('endpoint');
	expect(() => faults.add(Object.assign({ endpoint, cutJSON: true }))).toThrow('cutJSON');
});

test('close ends connections that still wait for an answer', async () => {
	const { sandbox, api } = await openSandbox();
	sandbox.faults.add({ endpoint: '*', delayMs: 60_000 });
	const answer = api.get('/lists');
	const failed = expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
	while (!sandbox.journal.some((entry) => entry.acted)) await nextTurn();
	const start = performance.now();
	await sandbox.close();
	await failed;
	expect(performance.now() - start).toBeLessThan(1000);
});
