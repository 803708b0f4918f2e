import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openSandbox } from './openSandbox';

let now = Date.parse('2026-01-01T00:00:00.000Z');
let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox({ now: () => now });
});
afterAll(() => opened.sandbox.close());

const ada = {
	email: 'ada@example.com',
	userId: '42',
	name: 'Ada Middle Example',
	languageCode: 'en_US',
	subscribedToLists: ['newsletter'],
	customProperties: { company: 'A & B', seats: 5 },
};
const content = { subject: 'Hi', body: 'Hi' };
/** As a browser that submits a form of the sandbox's own page. */
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

beforeEach(() => {
	opened.sandbox.reset();
	opened.sandbox.store.addContact(ada);
	opened.sandbox.store.addContact({ email: 'nameless@example.com' });
});

const find = async (email: string) =>
	(await opened.api.get('/contacts/find', { params: { email } })).data.data;

describe('access', () => {
	test('a request without a valid key gets a 401 and does nothing', async () => {
		const { anonymous, sandbox } = opened;
		for (const headers of [{}, { Authorization: 'Bearer other' }, { Authorization: 'Basic abc' }]) {
			const { status } = await anonymous.post(
				'/contacts/delete',
				{ email: ada.email },
				{ headers },
			);
			expect(status).toBe(401);
		}
		expect(sandbox.store.contacts.size).toBe(2);
		expect(sandbox.journal.map(({ key }) => key)).toEqual(['none', 'unknown', 'none']);
	});

	test('web pages get a 403 and no CORS headers, preflights too', async () => {
		const headers = { Origin: 'http://127.0.0.1', 'Access-Control-Request-Method': 'POST' };
		for (const answer of [
			await opened.api.get('/lists', { headers }),
			await opened.api.options('/contacts/delete', { headers }),
			await opened.anonymous.post(`${opened.sandbox.origin}/_sandbox/reset`, {}, { headers }),
		]) {
			expect(answer.status).toBe(403);
			expect(Object.keys(answer.headers).join()).not.toMatch(/access-control/);
		}
	});

	test.each(['rebound.example.com', '127.0.0.1.example.com', '[::2]'])(
		'requests for another host are refused on every route: %s',
		async (host) => {
			const { api, sandbox } = opened;
			for (const path of ['/v1/lists', '/', '/contacts', '/_sandbox/mails', '/portal/x']) {
				const { status } = await api.get(path, {
					baseURL: sandbox.origin,
					headers: { Host: host },
				});
				expect([path, status]).toEqual([path, 403]);
			}
		},
	);

	test('the journal has every request, without secrets', async () => {
		const { api, sandbox } = opened;
		await api.get('/lists', { params: { key: sandbox.apiKey }, headers: { Cookie: 'session=1' } });
		await api.post('/contacts/delete', { email: 'nobody@example.com' });
		expect(sandbox.journal).toMatchObject([
			{ method: 'GET', path: '/lists', key: 'valid', status: 400, acted: false },
			{
				path: '/contacts/delete',
				body: { email: 'nobody@example.com' },
				status: 404,
				acted: false,
			},
		]);
		expect(JSON.stringify(sandbox.journal)).not.toContain(sandbox.apiKey);
		expect(sandbox.journal[0].headers).not.toHaveProperty('cookie');
	});
});

test.each([
	[{}, { name: ada.name, subscribedToLists: ['important', 'newsletter'] }],
	[
		{ updateIfExists: true },
		{ name: 'Ada', subscribedToLists: ['important', 'newsletter', 'product-updates'] },
	],
	[
		{ updateIfExists: true, ignoreListSubscriptionsWhenUpdating: true },
		{ name: 'Ada', subscribedToLists: ['important', 'newsletter'] },
	],
])('an existing contact, created with %j', async (flags, expected) => {
	const changes = { name: 'Ada', subscribedToLists: ['product-updates'] };
	const contacts = [{ email: 'ADA@example.com', ...changes, ...flags }];
	await opened.api.post('/contacts/create_many', { contacts });
	expect(await find(ada.email)).toMatchObject({ ...expected, email: ada.email, userId: 42 });
});

describe('emails', () => {
	test('tags are filled in for each contact, escaped in the body but not in the subject', async () => {
		await opened.api.post('/email/contact', {
			subject: '{{firstName | "friend"}} of {{company}}',
			body: '**{{name}}** {{lastName}} {{userId}} {{languageCode}} {{customProperties.company}} {{seats}}',
			list: 'important',
			contactEmail: null,
			contactEmails: ['ADA@example.com', 'nameless@example.com'],
		});
		expect(opened.sandbox.store.mails).toMatchObject([
			{
				subject: 'Ada of A & B',
				html: '<p><strong>Ada Middle Example</strong> Middle Example 42 en-US A &amp; B 5</p>\n',
			},
			{ to: 'nameless@example.com', subject: 'friend of ' },
		]);
	});

	test.each(['bounce@example.com', 'Bo <Bounce+2@example.com>'])(
		'a contact called bounce hard-bounces, others do not: %s',
		async (to) => {
			const email = /[\w+]+@[\w.]+/.exec(to)?.[0] ?? '';
			const { api, sandbox } = opened;
			sandbox.store.addContact({ email, subscribedToLists: ['newsletter'] });
			const send = { ...content, bodyFormat: 'markdown' };
			await api.post('/email/transactional', { ...send, to });
			await api.post('/email/transactional', { ...send, to: ada.email });
			expect(await find(email)).toMatchObject({ hardBouncedAt: '2026-01-01T00:00:00.000Z' });
			expect(await find(ada.email)).toMatchObject({ hardBouncedAt: null });
		},
	);
});

test('in the portal, a contact changes its own lists until the link expires', async () => {
	const { api, anonymous, sandbox } = opened;
	const returnURL = 'https://example.com/account?a=1&b=ü';
	const { data } = await api.post('/lists/portal_session', {
		contactEmail: ada.email,
		returnURL,
	});
	const { url } = data.data;
	const page = await anonymous.get(url);
	expect(page.data).toContain('href="https://example.com/account?a=1&amp;b=ü"');
	expect(page.headers['referrer-policy']).toBe('no-referrer');
	expect((await anonymous.post(url, 'list=product-updates&list=nothing')).status).toBe(303);
	const lists = () => sandbox.store.findContact(ada.email)?.subscribedToLists;
	expect(lists()).toEqual(['important', 'product-updates']);

	now += 3_600_000;
	expect((await anonymous.post(url, '')).status).toBe(410);
	expect(lists()).toEqual(['important', 'product-updates']);
});

describe('the form for custom properties', () => {
	const define = async (fields: Record<string, string>, headers: object = SAME_ORIGIN) => {
		const { anonymous, sandbox } = opened;
		const url = `${sandbox.origin}/lists/properties`;
		return await anonymous.post(url, new URLSearchParams(fields), { headers });
	};
	const definitions = () => Object.fromEntries(opened.sandbox.store.propertyDefinitions);

	test('defines one, which contacts then take', async () => {
		const { api, anonymous, sandbox } = opened;
		const { status, headers } = await define({ name: ' Customer since ', type: 'number' });
		expect(status).toBe(303);
		expect(definitions()).toMatchObject({ 'Customer since': 'number' });
		const { data } = await anonymous.get(new URL(headers.location, sandbox.origin).href);
		expect(data).toContain('<code>Customer since</code> is defined.');

		const customProperties = { 'Customer since': 2025 };
		const contacts = [{ email: 'new@example.com', customProperties }];
		expect((await api.post('/contacts/create_many', { contacts })).status).toBe(200);
		expect(sandbox.store.findContact('new@example.com')).toMatchObject({ customProperties });
	});

	test.each([
		[{ name: ' ', type: 'string' }, 'Enter a name.'],
		[{ name: 'x'.repeat(101), type: 'string' }, 'Enter at most 100 characters.'],
		[{ name: 'birthday', type: 'date' }, 'Select a type.'],
		[{ name: 'languageCode', type: 'string' }, 'Every contact has a field'],
		[{ name: 'seats', type: 'string' }, 'is defined already.'],
	])('refuses %j and says why', async (fields, reason) => {
		const before = definitions();
		const { status, data } = await define(fields);
		expect(status).toBe(400);
		expect(data).toContain(reason);
		expect(definitions()).toEqual(before);
	});

	test('refuses pages of others', async () => {
		const before = definitions();
		for (const headers of [{}, { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'none' }]) {
			expect((await define({ name: 'theirs', type: 'string' }, headers)).status).toBe(403);
		}
		expect(definitions()).toEqual(before);
	});
});

test('the pages show no script of a contact, an email or a request, and the key only for a credential', async () => {
	const { api, anonymous, sandbox } = opened;
	const script = '<script>alert(1)</script>';
	sandbox.store.addList({ name: 'x', title: script });
	sandbox.store.addContact({ email: 'x@example.com', name: script });
	const body = `</iframe>${script}`;
	await api.post('/email/transactional', {
		to: ada.email,
		subject: script,
		body,
		bodyFormat: 'html',
	});
	await api.post('/contacts/delete', { email: script, note: sandbox.apiKey });
	await api.get('/contacts/find', { params: { email: sandbox.apiKey } });
	for (const path of ['/', '/mails/1', '/contacts', '/lists', '/requests']) {
		const { data, headers } = await anonymous.get(sandbox.origin + path);
		expect(headers['content-security-policy']).toContain("default-src 'none'");
		expect(data).not.toContain('<script');
		expect(data).toContain(`Base URL <code>${sandbox.url}</code>`);
		expect(data).toContain(`API key <code>${sandbox.apiKey}</code>`);
		expect(data.split(sandbox.apiKey)).toHaveLength(2);
	}
	const mail = await anonymous.get(`${sandbox.origin}/mails/1/body`);
	expect(mail.headers['content-security-policy']).toMatch(/ sandbox allow-popups [\w-]+$/);
	expect(mail.data).toContain('</x-iframe>');
});

test.each(['mr-plain', 'mr-"quote', 'mr-\\slash', 'new\\"line'])(
	'the journal never has the API key %s, wherever a client puts it',
	async (key) => {
		const { sandbox, anonymous } = await openSandbox({ keys: [key] });
		const headers = { Authorization: `Bearer ${key}`, 'X-Note': key };
		await anonymous.post('/contacts/delete', { email: '\n' + key, [key]: [{ key }] }, { headers });
		await anonymous.post('/contacts/delete', `{ "email": ${JSON.stringify(key)}`, { headers });
		await anonymous.get(`/contacts/${encodeURIComponent(key)}`, { headers, params: { key } });
		await sandbox.close();

		const texts: string[] = [];
		JSON.stringify(sandbox.journal, (name, value) => {
			texts.push(name, String(value));
			return value;
		});
		expect(sandbox.journal.map((entry) => entry.key)).toEqual(['valid', 'valid', 'valid']);
		expect(texts.join('\n')).toContain('[API key]');
		for (const spelling of [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)])
			expect(texts.join('\n')).not.toContain(spelling);
	},
);

test('a request in flight is shown as such until it has a response, or its client gives up', async () => {
	const { api, anonymous, sandbox } = opened;
	const page = async () => (await anonymous.get(`${sandbox.origin}/requests`)).data;
	const arrived = async () => {
		while (sandbox.journal.length === 0) await wait(1);
	};
	sandbox.faults.add({ endpoint: '*', silent: true });
	const client = new AbortController();
	const silent = api.get('/lists', { signal: client.signal }).catch(() => 'given up');
	await arrived();
	const waiting = await page();
	expect(waiting).toContain('No response yet.');
	expect(waiting).toContain('in flight');
	expect(waiting).toContain('0 other failures');

	client.abort();
	expect(await silent).toBe('given up');
	while (sandbox.journal[0].isInFlight) await wait(1);
	const ended = await page();
	expect(ended).toContain('No response.');
	expect(ended).toContain('1 other failures');

	await api.get('/lists');
	while (sandbox.journal[1].isInFlight) await wait(1);
	expect(await page()).not.toContain('in flight');
});

test('each request is shown with its response, where there is one', async () => {
	const { api, anonymous, sandbox } = opened;
	await api.get('/contacts/find', { params: { email: ada.email } });
	sandbox.faults.add({ endpoint: '*', drop: 'before' });
	await expect(api.get('/lists')).rejects.toThrow();
	const page = async () => (await anonymous.get(`${sandbox.origin}/requests`)).data;
	const [, dropped, found] = (await page()).split('<details');
	expect(dropped).toContain('No response.');
	expect(found).toMatch(/GET \/contacts\/find[\s\S]*&quot;company&quot;: &quot;A &amp; B&quot;/);

	for (let count = 0; count < 500; count += 1) await api.get('/contacts/find');
	expect(sandbox.journal[0].response).toBeNull();
	expect(sandbox.journal.at(-1)?.response).toContain('email');
});

const guides = readdirSync(join(__dirname, '../../docs/guides')).map(
	(name) => `/docs/guides/${name}`,
);

test.each(['/README.md', '/examples/README.md', ...guides])(
	'%s is a page with pictures, and its links open',
	async (path) => {
		const { anonymous, sandbox } = opened;
		const { data } = await anonymous.get(sandbox.origin + path);
		const [, article = ''] = /<article[^>]*>([\s\S]*)<\/article>/.exec(data) ?? [];
		expect(article).toContain('<h1 id=');

		for (const [, kind, address] of article.matchAll(/(href|src)="([^"]+)"/g)) {
			const { origin, href, hash } = new URL(address, sandbox.origin + path);
			if (origin !== sandbox.origin) continue;
			const { status, headers, data: target } = await anonymous.get(href);
			expect([address, status]).toEqual([address, 200]);
			if (kind === 'src') expect(headers['content-type']).toMatch(/^image\//);
			if (hash) expect(target).toContain(`id="${hash.slice(1)}"`);
		}
	},
);

test.each(['/docs/../package.json', '/docs/%2e%2e/package.json', '/docs%2f..%2fpackage.json'])(
	'no file beside the documentation is served: %s',
	async (path) => {
		const { port } = new URL(opened.sandbox.origin);
		// Other clients resolve the dots themselves.
		const status = await new Promise((resolve) => {
			get({ host: '127.0.0.1', port, path }, ({ statusCode }) => resolve(statusCode));
		});
		expect(status).toBe(404);
	},
);

test.each(['/', '/contacts', '/lists', '/requests', '/README.md'])(
	'the page %s leads to each guide',
	async (path) => {
		const { anonymous, sandbox } = opened;
		const { data } = await anonymous.get(sandbox.origin + path);
		const footer = data.slice(data.indexOf('<footer>'));
		const links = [...footer.matchAll(/<a href="([^"]+)"/g)].map(([, page]) => page);
		expect(links.sort()).toEqual([...guides].sort());
	},
);
