import { openSandbox } from '../support/openSandbox';

let now = Date.parse('2026-01-01T00:00:00.000Z');
let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox({ now: () => now });
});
afterAll(() => opened.sandbox.close());
beforeEach(() => opened.sandbox.reset());

const page = (path: string) => opened.anonymous.get(opened.sandbox.origin + path);
const script = '<script>alert(1)</script>';

test('the HTML of a mail cannot run scripts, load anything or touch the page', async () => {
	await opened.api.post('/email/transactional', {
		to: 'Ada Example <ada@example.com>',
		subject: `Hi ${script}`,
		body: `</iframe>"${script}<img src="http://127.0.0.1:9/pixel.png">`,
		bodyFormat: 'html',
	});
	const inbox = await page('/');
	const body = await page('/mails/1/body');

	expect(inbox.data).toMatch(
		/<iframe[^>]*sandbox="allow-popups [\w-]+"[^>]*src="\/mails\/1\/body"/,
	);
	expect(inbox.data).not.toContain('<script');
	expect(inbox.data).toContain('Ada Example &lt;ada@example.com&gt;');
	expect(body.data).toContain(script);
	for (const { headers } of [inbox, body]) {
		const policy = headers['content-security-policy'];
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain('img-src data:;');
		expect(policy).not.toContain('script-src');
	}
	expect(body.headers['content-security-policy']).toMatch(/ sandbox allow-popups [\w-]+$/);
	expect(body.headers['x-content-type-options']).toBe('nosniff');
});

test('a mail that is not there any more has a page that says so', async () => {
	const { status, data } = await page('/mails/1');
	expect(status).toBe(404);
	expect(data).toMatch(/not there any more.*href="\/"/s);
	expect((await page('/mails/1/body')).status).toBe(404);
});

test('the inbox shows the newest mail first, with list, time, state and tracking', async () => {
	const { api, sandbox } = opened;
	sandbox.store.addContacts(1);
	const email = { subject: 'First for {{firstName}}', body: 'Hi', list: 'newsletter' };
	sandbox.store.addContact({
		email: 'ada@example.com',
		name: 'Ada',
		subscribedToLists: ['newsletter'],
	});
	await api.post('/email/list', email);
	await api.post('/email/list', {
		...email,
		subject: 'Second',
		delaySeconds: 60,
		trackEmailOpens: false,
	});
	const { data } = await page('/');
	expect(data).toMatch(
		/Second.*scheduled.*goes out.*00:01:00 UTC.*newsletter.*First for Ada.*00:00:00 UTC/s,
	);
	const [, second] = data.split('<article');
	expect(second).toMatch(/Second.*newsletter.*Will be sent.*00:01:00 UTC.*opens:\s+off/s);
	const [, first] = (await page('/mails/1')).data.split('<article');
	expect(first).toMatch(/First for Ada.*Sent.*00:00:00 UTC.*opens:\s+as the project says/s);
});

test('a page reloads itself only when it is asked to', async () => {
	expect((await page('/requests')).headers.refresh).toBeUndefined();
	const { data, headers } = await page('/contacts?page=2&live=on');
	expect(headers.refresh).toBe('2');
	expect(data).toContain('href="?page=2">Stop refreshing');
});

test('long lists are shown in pages, newest first', async () => {
	opened.sandbox.store.addContacts(60);
	expect((await page('/contacts')).data).toMatch(
		/contact60@.*contact11@.*Page 1 of 2.*href="\/contacts\?page=2"/s,
	);
	expect((await page('/contacts?page=2')).data).toMatch(/contact10@.*contact1@/s);
	expect((await page('/contacts?page=99')).data).toContain('Page 2 of 2');
});

test('contacts are found by a part of their address, name, list or property, in any case', async () => {
	const { store } = opened.sandbox;
	store.addContacts(60, { subscribedToLists: ['newsletter'] });
	const customProperties = { company: 'Sample & Co', seats: 12 };
	store.addContact({ email: 'ada@example.com', name: 'Ada Example', customProperties });
	const found = async (q: string) => {
		const { data } = await page(`/contacts?${new URLSearchParams({ q })}`);
		return [...data.matchAll(/[\w]+(?=@example\.com)/g)].map(([name]) => name);
	};
	for (const q of ['ADA@', 'a example', 'sample & c', ' ada '])
		expect(await found(q)).toEqual(['ada']);
	expect(await found('nobody')).toEqual([]);
	expect((await page('/contacts?q=newsletter')).data).toMatch(
		/60 of 61.*value="newsletter".*href="\/contacts\?q=newsletter&amp;page=2"/s,
	);
	expect((await page(`/contacts?${new URLSearchParams({ q: script })}`)).data).not.toContain(
		'<script',
	);
});

test('the last second of the chart has the time of the last request, wherever the clock stands', async () => {
	const { api } = opened;
	for (const ms of [0, 250, 500, 750]) {
		now = Date.parse('2026-01-01T00:00:00.000Z') + ms;
		await api.get('/lists');
		const { data } = await page('/requests');
		const [last] = /\d\d:\d\d:\d\d(?=\.\d{3}<)/.exec(data) ?? [];
		const labels = [...data.matchAll(/<text[^>]*>\s*(\d\d:\d\d:\d\d)/g)].map(([, label]) => label);
		expect(labels).toHaveLength(3);
		expect(labels[2]).toBe(last);
	}
	now = Date.parse('2026-01-01T00:00:00.000Z');
});

test('contacts, lists and requests are shown escaped and without keys', async () => {
	const { api, sandbox } = opened;
	sandbox.store.addList({ name: 'x', title: `List ${script}` });
	sandbox.store.addContact({
		email: 'ada@example.com',
		name: script,
		subscribedToLists: ['newsletter'],
		customProperties: { company: script },
	});
	await api.post('/contacts/delete', { email: script, note: sandbox.apiKey });

	for (const path of ['/', '/contacts', '/lists', '/requests']) {
		const { status, data, headers } = await page(path);
		expect(status).toBe(200);
		expect(headers['content-security-policy']).toContain("default-src 'none'");
		expect(data).not.toContain('<script');
		expect(data).not.toContain(sandbox.apiKey);
	}
	expect((await page('/contacts')).data).toContain('newsletter');
	expect((await page('/requests')).data).toContain('POST /contacts/delete');
});

describe('the portal', () => {
	let url: string;
	beforeEach(async () => {
		opened.sandbox.store.addContact({
			email: 'ada@example.com',
			subscribedToLists: ['newsletter'],
		});
		const { data } = await opened.api.post('/lists/portal_session', {
			contactEmail: 'ada@example.com',
			returnURL: 'https://example.com/account?a=1&b=ü',
		});
		expect(data).toEqual({
			success: true,
			data: {
				url: expect.stringContaining(`${opened.sandbox.origin}/portal/`),
				expiresAt: new Date(now + 3_600_000).toISOString(),
				returnURL: 'https://example.com/account?a=1&b=ü',
			},
		});
		url = data.data.url;
	});
	const lists = () => opened.sandbox.store.findContact('ada@example.com')?.subscribedToLists;

	test('shows the subscriptions, with important fixed', async () => {
		const { data, headers } = await opened.anonymous.get(url);
		const boxes = [...data.matchAll(/value="([^"]+)"([^>]*)/g)].map(([, name, rest]) => [
			name,
			/\bchecked\b/.test(rest),
			/\bdisabled\b/.test(rest),
		]);
		expect(boxes).toEqual([
			['important', true, true],
			['newsletter', true, false],
			['product-updates', false, false],
		]);
		expect(data).toContain('href="https://example.com/account?a=1&amp;b=ü"');
		expect(headers['referrer-policy']).toBe('no-referrer');
	});

	test.each([
		['list=product-updates', ['important', 'product-updates']],
		['list=newsletter&list=product-updates', ['important', 'newsletter', 'product-updates']],
		['list=nothing', ['important']],
		['', ['important']],
	])(
		'changes them by the form (%s) and shows the way to the return URL',
		async (form, expected) => {
			const { status, headers } = await opened.anonymous.post(url, form);
			expect(status).toBe(303);
			expect(lists()).toEqual(expected);
			const { data } = await page(headers.location);
			expect(data).toMatch(/are saved.*href="https:\/\/example\.com\/account\?a=1&amp;b=ü"/s);
		},
	);

	test('says when the session has expired, changes nothing, and shows the way back', async () => {
		now += 3_600_000;
		for (const answer of [await opened.anonymous.get(url), await opened.anonymous.post(url, '')]) {
			expect(answer.status).toBe(410);
			expect(answer.data).toMatch(/expired.*href="https:\/\/example\.com\/account/s);
		}
		expect(lists()).toEqual(['important', 'newsletter']);
	});

	test('says when the contact is gone or the link is unknown', async () => {
		opened.sandbox.store.deleteContact('ada@example.com');
		expect((await opened.anonymous.get(url)).status).toBe(410);
		expect((await page('/portal/unknown')).status).toBe(404);
	});
});
