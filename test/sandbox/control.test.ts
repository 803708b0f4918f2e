import { openSandbox } from '../support/openSandbox';

let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox();
});
afterAll(() => opened.sandbox.close());
beforeEach(() => opened.sandbox.reset());

const read = async (path: string) =>
	(await opened.anonymous.get(`${opened.sandbox.origin}/_sandbox${path}`)).data;
const post = (path: string, body?: object, headers?: Record<string, string>) =>
	opened.anonymous.post(`${opened.sandbox.origin}/_sandbox${path}`, body, { headers });

test('seeds and shows contacts and lists, one or many', async () => {
	await post('/lists', { name: 'beta', title: 'Beta' });
	await post('/properties', { score: 'number' });
	await post('/contacts', { email: 'ada@example.com', subscribedToLists: ['beta'] });
	await post('/contacts', [{ email: 'bob@example.com', customProperties: { score: 1 } }]);
	expect(await read('/lists')).toContainEqual({ name: 'beta', title: 'Beta' });
	expect(await read('/contacts')).toMatchObject([
		{ email: 'ada@example.com', subscribedToLists: ['important', 'beta'] },
		{ email: 'bob@example.com', customProperties: { score: 1 } },
	]);
});

test('orders faults, changes settings, shows the journal and resets', async () => {
	await post('/faults', { endpoint: 'GET /lists', status: 503 });
	expect((await post('/settings', { maxPer: 1 })).data).toMatchObject({ maxPer: 1, limit: 0 });
	expect((await opened.api.get('/lists')).status).toBe(503);
	expect((await opened.api.get('/lists')).data.metadata.per).toBe(1);
	expect(await read('/journal')).toMatchObject([
		{ path: '/lists', status: 503, fault: 'status 503' },
		{ path: '/lists', status: 200 },
	]);
	await post('/reset', undefined, { 'Content-Type': 'application/json' });
	expect(await read('/journal')).toEqual([]);
	expect(opened.sandbox.settings.maxPer).toBe(100);
});

test('takes back the faults that are still to happen', async () => {
	await post('/faults', { endpoint: '*', times: 100, status: 503 });
	expect((await opened.api.get('/lists')).status).toBe(503);
	await opened.anonymous.delete(`${opened.sandbox.origin}/_sandbox/faults`);
	expect((await opened.api.get('/lists')).status).toBe(200);
});

test.each([
	['/faults', { endpoint: 'GET /lists', nothing: 1 }],
	['/settings', { limit: -1 }],
	['/settings', { window: 'open' }],
	['/contacts', { email: 'x' }],
	['/contacts', { email: 'ada@example.com', subscribedToLists: ['nothing'] }],
	['/lists', { name: 'x' }],
	['/properties', { score: 'date' }],
])('refuses what makes no sense: %s %j', async (path, body) => {
	const { status, data } = await post(path, body);
	expect(status).toBe(400);
	expect(data.error).toBe(true);
});

test('is not for web pages', async () => {
	const { status } = await post('/reset', {}, { Origin: 'http://example.com' });
	expect(status).toBe(403);
});
