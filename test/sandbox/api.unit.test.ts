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
const content = { subject: 'Hi', body: 'Hi', bodyFormat: 'markdown' };
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
			const { status, data } = await anonymous.post(
				'/contacts/delete',
				{ email: ada.email },
				{ headers },
			);
			expect([status, data.reason]).toEqual([401, 'Unauthorized']);
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
	[{ updateIfExists: true }, { name: 'Ada', subscribedToLists: ['important', 'newsletter'] }],
	[
		{ updateIfExists: true, ignoreListSubscriptionsWhenUpdating: false },
		{ name: 'Ada', subscribedToLists: ['important', 'newsletter', 'product-updates'] },
	],
])('an existing contact, created with %j, alone or among many', async (flags, expected) => {
	const changes = { name: 'Ada', subscribedToLists: ['product-updates'] };
	const contact = { email: 'ADA@example.com', ...changes, ...flags };
	const changed = { ...expected, email: ada.email, userId: 42 };
	const { data } = await opened.api.post('/contacts/create', contact);
	expect(data).toMatchObject({ success: true, data: changed });

	opened.sandbox.store.addContact(ada);
	await opened.api.post('/contacts/create_many', { contacts: [contact] });
	expect(await find(ada.email)).toMatchObject(changed);
});

describe('emails', () => {
	test('tags are filled in for each contact, escaped in the body but not in the subject', async () => {
		await opened.api.post('/email/contact', {
			...content,
			subject: '{{firstName|default:"friend"}} of {{company}}',
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

	test('the tags of the project, and those that not all contacts have', async () => {
		const { api, sandbox } = opened;
		sandbox.store.setCompany({ name: 'Tea & Co', address: '1 Road' });
		sandbox.store.addContact({ ...ada, avatarUrl: 'https://example.com/ada.png' });
		const subject = '{{email}} {{avatarUrl|default:"-"}} {{companyName}} {{companyAddress}}';
		const body = '[Leave]({{unsubscribeURL|default:"none"}})';
		const email = { ...content, subject, body, list: 'newsletter' };
		await api.post('/email/contact', { ...email, contactEmail: ada.email });
		const toAll = { contactEmail: 'nameless@example.com', list: 'important' };
		await api.post('/email/contact', { ...email, ...toAll });
		expect(sandbox.store.mails).toMatchObject([
			{
				subject: 'ada@example.com https://example.com/ada.png Tea & Co 1 Road',
				body: expect.stringMatching(
					/^\[Leave\]\(http:\/\/127\.0\.0\.1:\d+\/unsubscribe\/[\w-]{36}\)$/,
				),
			},
			{ subject: 'nameless@example.com - Tea & Co 1 Road', body: '[Leave](none)' },
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

	test('a contact that has bounced gets nothing, until the bounce is reset on the page', async () => {
		const { api, anonymous, sandbox } = opened;
		sandbox.store.addContact({ ...ada, hardBouncedAt: '2026-01-01T00:00:00.000Z' });
		const send = async () => {
			await api.post('/email/transactional', { ...content, to: `Ada <${ada.email}>` });
			await api.post('/email/list', { ...content, list: 'newsletter' });
			return sandbox.store.mails.map(({ to }) => to);
		};
		expect(await send()).toEqual([]);

		const page = await anonymous.get(`${sandbox.origin}/contacts`);
		const [, path] = /action="([^"]+)"/.exec(page.data) ?? [];
		const reset = async (headers: object) =>
			await anonymous.post(sandbox.origin + path, new URLSearchParams({ email: ada.email }), {
				headers,
			});
		expect((await reset({})).status).toBe(403);
		expect(await send()).toEqual([]);
		expect((await reset(SAME_ORIGIN)).status).toBe(303);
		expect(await send()).toEqual([`Ada <${ada.email}>`, ada.email]);
	});
});

describe('unsubscribing', () => {
	const linksOf = ({ html }: { html: string }) =>
		[...html.matchAll(/href="([^"]+\/unsubscribe\/[^"]+)"/g)].map(([, link]) => link);
	const listsOfAda = async () => (await find(ada.email)).subscribedToLists;
	/** @returns the links in Ada's email */
	const linksIn = async (path: string, email: object) => {
		await opened.api.post(path, { ...content, ...email });
		return linksOf(opened.sandbox.store.mails.at(-1) ?? { html: '' });
	};

	test('every email of a list has one link, but not of the list that nobody can leave', async () => {
		const toAda = { contactEmail: ada.email };
		expect(await linksIn('/email/contact', { ...toAda, list: 'newsletter' })).toHaveLength(1);
		expect(await linksIn('/email/list', { list: 'newsletter' })).toHaveLength(1);
		for (const bodyFormat of ['markdown', 'html']) {
			const body = '<body><a href="{{unsubscribeURL}}">Leave</a></body>';
			const email = { list: 'newsletter', body, bodyFormat };
			expect(await linksIn('/email/list', email)).toHaveLength(1);
		}
		expect(await linksIn('/email/contact', { ...toAda, list: 'important' })).toEqual([]);
		expect(await linksIn('/email/list', { list: 'important' })).toEqual([]);
		expect(await linksIn('/email/transactional', { to: ada.email })).toEqual([]);
	});

	test('the link stands in the document of an HTML email', async () => {
		const body = '<html><body>Hi</body></html>';
		await linksIn('/email/list', { list: 'newsletter', body, bodyFormat: 'html' });
		const [mail] = opened.sandbox.store.mails;
		expect(mail).toMatchObject({ body, html: expect.stringMatching(/Unsubscribe<.*<\/body>/s) });
	});

	test("its page takes the contact off this email's list when the button is pressed, not before", async () => {
		const { anonymous, sandbox } = opened;
		sandbox.store.addContact({ ...ada, subscribedToLists: ['newsletter', 'product-updates'] });
		const [link] = await linksIn('/email/list', { list: 'newsletter' });
		const page = await anonymous.get(link);
		expect(page.data).toContain('<button>Unsubscribe</button>');
		expect(await listsOfAda()).toEqual(['important', 'newsletter', 'product-updates']);

		expect((await anonymous.post(link)).status).toBe(303);
		expect(await listsOfAda()).toEqual(['important', 'product-updates']);
		expect((await anonymous.get(link)).data).toContain('gets no emails of the list');
		await opened.api.post('/email/list', { ...content, list: 'newsletter' });
		expect(sandbox.store.mails).toHaveLength(1);

		sandbox.store.deleteContact(ada.email);
		expect((await anonymous.post(link)).status).toBe(410);
		expect((await anonymous.get(`${link}x`)).status).toBe(404);
	});
});

describe('the settings page', () => {
	const submit = async (path: string, fields: Record<string, string>, headers = SAME_ORIGIN) => {
		const { anonymous, sandbox } = opened;
		const form = new URLSearchParams(fields);
		return (await anonymous.post(`${sandbox.origin}/settings/${path}`, form, { headers })).status;
	};
	const send = async () => {
		const { api, sandbox } = opened;
		const email = { ...content, to: ada.email };
		const { status } = await api
			.post('/email/transactional', email, { timeout: 500 })
			.catch((error) => ({ status: error.code }));
		return [status, sandbox.store.mails.length];
	};

	test.each([
		['unavailable', [503, 0]],
		['limited', [429, 0]],
		['silent', ['ECONNABORTED', 0]],
		['broken', ['ECONNRESET', 1]],
	])('lets the next emails fail: %s', async (way, outcome) => {
		const { api, anonymous, sandbox } = opened;
		expect(await submit('break', { way, scope: 'emails', times: '2' })).toBe(303);
		const page = await anonymous.get(`${sandbox.origin}/settings`);
		expect(page.data).toContain('2 requests left');
		expect((await api.get('/lists')).status).toBe(200);
		expect(await send()).toEqual(outcome);
		await send();
		const sent = sandbox.store.mails.length;
		expect(await send()).toEqual([200, sent + 1]);
	});

	test('lets all requests fail until it is repaired', async () => {
		const { api } = opened;
		await submit('break', { way: 'unavailable', scope: 'all', times: '100' });
		expect((await api.get('/lists')).status).toBe(503);
		expect(await submit('repair', {})).toBe(303);
		expect((await api.get('/lists')).status).toBe(200);
	});

	test('changes the company', async () => {
		const company = { name: 'Tea', address: '' };
		expect(await submit('company', { name: ' Tea ', address: '' })).toBe(303);
		expect(opened.sandbox.store.contents()).toMatchObject({ company });
	});

	test.each([
		['company', { name: ' ' }],
		['company', { name: 'x'.repeat(201) }],
		['break', { way: 'slow', scope: 'all', times: '1' }],
		['break', { way: 'silent', scope: 'some', times: '1' }],
		['break', { way: 'silent', scope: 'all', times: '0' }],
	])('refuses %s with %j', async (path, fields) => {
		const before = structuredClone(opened.sandbox.store.contents());
		expect(await submit(path, fields)).toBe(400);
		expect(opened.sandbox.store.contents()).toEqual(before);
		expect(opened.sandbox.faults.waiting).toEqual([]);
	});

	test('refuses pages of others', async () => {
		const theirs = { 'Sec-Fetch-Site': 'cross-site' };
		const way = { way: 'unavailable', scope: 'all', times: '1' };
		expect(await submit('company', { name: 'Theirs' }, theirs)).toBe(403);
		expect(await submit('break', way, theirs)).toBe(403);
		expect(await submit('repair', {}, theirs)).toBe(403);
		expect(opened.sandbox.store.company.name).not.toBe('Theirs');
		expect((await opened.api.get('/lists')).status).toBe(200);
	});
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

	now += 30 * 60_000;
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
	for (const path of ['/', '/mails/1', '/contacts', '/lists', '/requests', '/settings']) {
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

test.each(['/', '/contacts', '/lists', '/requests', '/settings', '/README.md'])(
	'the page %s leads to each guide',
	async (path) => {
		const { anonymous, sandbox } = opened;
		const { data } = await anonymous.get(sandbox.origin + path);
		const footer = data.slice(data.indexOf('<footer>'));
		const links = [...footer.matchAll(/<a href="([^"]+)"/g)].map(([, page]) => page);
		expect(links.sort()).toEqual([...guides].sort());
	},
);
