const { openSandbox } = require('./openSandbox');

let now = Date.parse('2026-01-01T00:00:00.000Z');
/** @type {Awaited<ReturnType<typeof openSandbox>>} */
let opened;
beforeAll(async () => {
	opened = await openSandbox({ now: () => now });
});
afterAll(() => opened.sandbox.close());
beforeEach(() => opened.sandbox.reset());

/** @param {string} path */
const page = (path) => opened.anonymous.get(opened.sandbox.origin + path);
const script = '<script>alert(1)</script>';

test('the HTML of a mail cannot run scripts, load anything or touch the page', async () => {
	await opened.api.post('/email/transactional', {
		to: 'Ada Example <ada@example.com>',
		subject: `Hi ${script}`,
		body: `</iframe>"${script}<img src="http://127.0.0.1:9/pixel.png">`,
		bodyFormat: 'html',
	});
	const { data, headers } = await page('/');

	const policy = headers['content-security-policy'];
	expect(policy).toContain("default-src 'none'");
	expect(policy).toContain('img-src data:;');
	expect(policy).not.toContain('script-src');
	const [, frame, mail] = /<iframe([^>]*?)srcdoc="([^"]*)"/.exec(data) ?? [];
	expect(frame).toContain('sandbox=""');
	expect(mail).toMatch(
		/^&lt;!doctype html&gt;.*Content-Security-Policy.*default-src &#39;none&#39;/,
	);
	expect(data).not.toContain('<script');
	expect(data).toContain('Ada Example &lt;ada@example.com&gt;');
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
		/Second.*scheduled.*newsletter.*00:01:00 UTC.*opens: off.*First for Ada.*sent/s,
	);
});

test('long lists are shown in pages', async () => {
	opened.sandbox.store.addContacts(60);
	expect((await page('/contacts')).data).toMatch(/contact50@.*Page 1 of 2.*href="\?page=2"/s);
	expect((await page('/contacts?page=2')).data).toContain('contact60@');
	expect((await page('/contacts?page=99')).data).toContain('Page 2 of 2');
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
	/** @type {string} */
	let url;
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
	])('changes them by the form (%s) and goes to the return URL', async (form, expected) => {
		const { status, headers } = await opened.anonymous.post(url, form);
		expect(status).toBe(303);
		expect(headers.location).toBe('https://example.com/account?a=1&b=%C3%BC');
		expect(lists()).toEqual(expected);
	});

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
