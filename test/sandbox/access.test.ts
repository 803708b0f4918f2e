import { openSandbox } from '../support/openSandbox';

let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox();
});
afterAll(() => opened.sandbox.close());
beforeEach(() => opened.sandbox.reset());

test('answers 401 without a key and with an unknown one, and does not act', async () => {
	const { anonymous, sandbox } = opened;
	const contacts = { contacts: [{ email: 'ada@example.com' }] };
	for (const headers of [{}, { Authorization: 'Bearer other' }, { Authorization: 'Basic abc' }]) {
		const { status, data } = await anonymous.post('/contacts/create_many', contacts, { headers });
		expect(status).toBe(401);
		expect(data).toEqual({ error: true, reason: expect.stringMatching(/key/i) });
	}
	expect(sandbox.store.contacts.size).toBe(0);
	expect(sandbox.journal.map(({ key }) => key)).toEqual(['none', 'unknown', 'none']);
});

test('accepts every key of the project', async () => {
	const { anonymous, sandbox } = opened;
	sandbox.keys.push('second-key');
	const headers = { Authorization: 'Bearer second-key' };
	expect((await anonymous.get('/lists', { headers })).status).toBe(200);
});

test('blocks web browsers with 403 and no CORS headers, preflights too', async () => {
	const { api } = opened;
	const origin = { Origin: 'http://127.0.0.1' };
	for (const answer of [
		await api.get('/lists', { headers: origin }),
		await api.options('/contacts/delete', {
			headers: { ...origin, 'Access-Control-Request-Method': 'POST' },
		}),
	]) {
		expect(answer.status).toBe(403);
		expect(Object.keys(answer.headers).join()).not.toMatch(/access-control/);
	}
});

test('answers 404 as JSON for what is not an endpoint', async () => {
	const { api } = opened;
	for (const answer of [
		await api.get('/contacts/create_many'),
		await api.post('/nothing', {}),
		await api.delete('/lists'),
		await api.head('/lists'),
		await api.get('/lists/'),
	]) {
		expect(answer.status).toBe(404);
		expect(answer.headers['content-type']).toMatch('application/json');
	}
});

test('writes down every request in the order of arrival, with no secret in it', async () => {
	const { api, sandbox } = opened;
	await api.get('/lists', { params: { page: 1, per: 5 }, headers: { Cookie: 'session=1' } });
	await api.post('/contacts/delete', { email: 'nobody@example.com' });
	await api.post('/contacts/delete', '{"email"', {
		headers: { 'Content-Type': 'application/json' },
		transformRequest: (text: string) => text,
	});
	await api.get('/lists', { params: { key: sandbox.apiKey } });

	const [first, second, third, fourth] = sandbox.journal;
	expect(first).toMatchObject({
		method: 'GET',
		path: '/lists',
		query: { page: '1', per: '5' },
		key: 'valid',
		status: 200,
		acted: true,
	});
	expect(first.headers).not.toHaveProperty('authorization');
	expect(first.headers).not.toHaveProperty('cookie');
	expect(second).toMatchObject({
		path: '/contacts/delete',
		body: { email: 'nobody@example.com' },
		status: 404,
		acted: false,
	});
	expect(second.at).toBeGreaterThan(first.at);
	expect(third).toMatchObject({ body: '{"email"', status: 400 });
	expect(fourth.query).toEqual({ key: '[API key]' });
	expect(JSON.stringify(sandbox.journal)).not.toContain(sandbox.apiKey);
});

test('goes back to the seed, the first settings and no faults', async () => {
	const { api, sandbox } = opened;
	sandbox.store.addContacts(2);
	sandbox.store.addList({ name: 'other', title: 'Other' });
	sandbox.settings.maxPer = 1;
	sandbox.faults.add({ endpoint: '*', status: 503 });
	sandbox.keys.push('second-key');
	await api.get('/lists');
	sandbox.faults.add({ endpoint: '*', status: 503 });

	sandbox.reset();

	expect(sandbox.journal).toEqual([]);
	expect(sandbox.keys).toEqual([sandbox.apiKey]);
	const { data } = await api.get('/lists');
	expect(data.data.map((list: { name: string }) => list.name)).toEqual([
		'important',
		'newsletter',
		'product-updates',
	]);
	expect((await api.get('/contacts')).data.metadata.total).toBe(0);
});

test.each(['rebound.example.com', 'rebound.example.com:4010', '127.0.0.1.example.com', '[::2]'])(
	'refuses what was meant for another host on every route: "%s"',
	async (host) => {
		const { api, sandbox } = opened;
		for (const path of [
			'/v1/lists',
			'/',
			'/contacts',
			'/_sandbox/mails',
			'/portal/x',
			'/nothing',
		]) {
			const { status } = await api.get(path, { baseURL: sandbox.origin, headers: { Host: host } });
			expect([path, status]).toEqual([path, 403]);
		}
		expect(sandbox.journal).toEqual([]);
	},
);

test.each(['localhost', 'LOCALHOST:80', '[::1]:4010'])(
	'answers to its own name %s',
	async (host) => {
		const { api } = opened;
		expect((await api.get('/lists', { headers: { Host: host } })).status).toBe(200);
	},
);
