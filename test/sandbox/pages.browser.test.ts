import { firstContacts } from '../../sandbox/store/seed';
import { eventually } from '../support/browser/eventually';
import { useBrowser } from '../support/browser/useBrowser';
import { openSandbox } from './openSandbox';

const { keep, newPage } = useBrowser();

let opened: Awaited<ReturnType<typeof openSandbox>>;

beforeAll(async () => {
	opened = await openSandbox({ withContacts: true });
	const { api, sandbox } = opened;
	sandbox.store.addContact({
		...{ email: 'ada@example.com', name: 'Ada Example', userId: '1815', languageCode: 'en' },
		subscribedToLists: ['newsletter'],
		customProperties: { company: 'Engines of a rather long name & Sons', seats: 42 },
	});
	const email = { subject: 'News for {{firstName}}', body: '# News\n\nHi {{firstName}}' };
	await api.post('/email/list', { list: 'newsletter', bodyFormat: 'markdown', ...email });
	await api.post('/email/transactional', { to: 'no address' });
});

afterAll(() => opened.sandbox.close());

const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const portal = async () => {
	const { contactEmail, returnURL } = {
		contactEmail: 'ada@example.com',
		returnURL: 'https://example.com/',
	};
	const { data } = await opened.api.post('/lists/portal_session', { contactEmail, returnURL });
	return new URL(data.data.url).pathname;
};

const PAGES = {
	...{ inbox: '/', email: '/mails/1', contacts: '/contacts', lists: '/lists' },
	...{ requests: '/requests', settings: '/settings', guides: '/README.md' },
	...{ newsletter: '/docs/guides/first-newsletter.md' },
};

describe.each([
	['wide and light', { viewport: { width: 1400, height: 900 }, colorScheme: 'light' }],
	['narrow and dark', { viewport: { width: 375, height: 812 }, colorScheme: 'dark' }],
	['wide and dark', { viewport: { width: 1400, height: 900 }, colorScheme: 'dark' }],
	['narrow and light', { viewport: { width: 375, height: 812 }, colorScheme: 'light' }],
] as const)('%s', (look, options) => {
	test('no page is wider than the window', async () => {
		const page = await newPage(options);
		for (const [name, path] of Object.entries({ ...PAGES, portal: await portal() })) {
			await page.goto(opened.sandbox.origin + path);
			await keep(page, `sandbox ${name} ${look}`);
			expect({ name, sideways: await page.evaluate(SIDEWAYS) }).toEqual({ name, sideways: 0 });
		}
	});

	test('a custom property is defined with the form, and a second one of that name is not', async () => {
		const { sandbox } = opened;
		const page = await newPage(options);
		await page.goto(`${sandbox.origin}/lists`);
		const define = async () => {
			await page.getByLabel('Name').fill(`since ${look}`);
			await page.getByLabel('Type').selectOption('Number');
			await page.getByRole('button', { name: 'Define' }).click();
		};
		await define();
		await page.getByRole('status').getByText('is defined').waitFor();
		await keep(page, `sandbox defined ${look}`);
		expect(sandbox.store.propertyDefinitions.get(`since ${look}`)).toBe('number');

		await define();
		await page.getByRole('alert').getByText('is defined already').waitFor();
		expect(await page.getByLabel('Type').inputValue()).toBe('number');
		await keep(page, `sandbox refused ${look}`);
	});

	test('the service is broken for some requests and repaired', async () => {
		const { api, sandbox } = opened;
		const page = await newPage(options);
		await page.goto(`${sandbox.origin}/settings`);
		await page.getByLabel('What happens').selectOption('Error 429 (too many requests)');
		await page.getByRole('combobox', { name: 'To' }).selectOption('All requests');
		await page.getByLabel('Number of requests').fill('5');
		await page.getByRole('button', { name: 'Break' }).click();
		await page.getByRole('status').getByText('5 requests left').waitFor();
		await keep(page, `sandbox broken ${look}`);
		expect((await api.get('/lists')).status).toBe(429);

		await page.goto(`${sandbox.origin}/requests`);
		await page.getByRole('link', { name: 'Repair' }).click();
		await page.getByRole('button', { name: 'Repair' }).click();
		await page.getByRole('status').waitFor({ state: 'detached' });
		expect((await api.get('/lists')).status).toBe(200);
	});
});

test('a reader leaves the list by the link in the email', async () => {
	const { api, sandbox } = opened;
	const email = 'leaving@example.com';
	sandbox.store.addContact({ email, subscribedToLists: ['newsletter'] });
	const news = { subject: 'News', body: 'News', bodyFormat: 'markdown' };
	await api.post('/email/contact', { ...news, contactEmail: email, list: 'newsletter' });
	const page = await newPage();
	await page.goto(`${sandbox.origin}/mails/${sandbox.store.mails.length}`);
	const opening = page.context().waitForEvent('page');
	await page.frameLocator('iframe').getByRole('link', { name: 'Unsubscribe' }).click();
	const own = await opening;
	await own.getByRole('button', { name: 'Unsubscribe' }).waitFor();
	await keep(own, 'sandbox unsubscribe');
	expect(sandbox.store.findContact(email)?.subscribedToLists).toContain('newsletter');
	await own.getByRole('button', { name: 'Unsubscribe' }).click();
	await own.getByRole('status').getByText('gets no emails of the list').waitFor();
	await keep(own, 'sandbox unsubscribed');
	expect(sandbox.store.findContact(email)?.subscribedToLists).not.toContain('newsletter');
});

test('a bounce is reset on the contacts page', async () => {
	const { sandbox } = opened;
	const [bounced] = firstContacts;
	const page = await newPage();
	await page.goto(`${sandbox.origin}/contacts`);
	const card = page.getByRole('article').filter({ hasText: bounced.email });
	await card.getByRole('button', { name: 'Reset bounce' }).click();
	await card.getByRole('button').waitFor({ state: 'detached' });
	expect(sandbox.store.findContact(bounced.email)?.hardBouncedAt).toBeUndefined();
});

test('the newsletter of a new demo greets a reader who has not bounced', async () => {
	const page = await newPage();
	await page.goto(`${opened.sandbox.origin}/`);
	const mails = page.getByRole('region', { name: 'Emails' });
	await eventually(async () => expect(await mails.innerText()).toContain('reader@example.com'));
	const [bounced] = firstContacts;
	expect(await mails.innerText()).not.toContain(bounced.email);
});
