import type { Page } from 'playwright-core';
import { answerWith, type AnsweringServer } from '../../support/answerWith';
import { focused } from './focused';
import { usePages } from './usePages';

const pages = usePages();

let elsewhere: AnsweringServer;
beforeAll(async () => {
	elsewhere = await answerWith();
});
afterAll(async () => await elsewhere.close());

const HEADER = [
	'Skip to the content',
	'Inbox',
	'Contacts',
	'Lists',
	'Requests',
	'Refresh',
	'Keep refreshing',
];

/** Presses Tab as often, and says where that led. */
async function tab(page: Page, times: number) {
	// A page that has just been opened can show its text before its style, which marks the focus.
	await page.waitForLoadState('load');
	const stops = [];
	for (let i = 0; i < times; i++) {
		await page.keyboard.press('Tab');
		stops.push(await focused(page));
	}
	expect(stops.filter(({ isMarked }) => !isMarked)).toEqual([]);
	return stops.map(({ name }) => name);
}

const receive = (subject: string) =>
	pages.api.post('/email/transactional', {
		to: 'ada@example.com',
		subject,
		body: `The body of *${subject}*`,
		bodyFormat: 'markdown',
	});

test('the inbox: from the mails to the one that is open and its source, in the order seen', async () => {
	await receive('First');
	await receive('Second');
	const page = await pages.visit('/');
	expect(await tab(page, 7)).toEqual(HEADER);
	expect(await tab(page, 3)).toEqual([
		expect.stringMatching(/^Second/),
		'Go to the mail',
		expect.stringMatching(/^First/),
	]);

	await page.keyboard.press('Enter');
	await page.frameLocator('iframe').getByText('First').waitFor();
	// It goes on where it was, at the mail that is open now.
	expect(await tab(page, 2)).toEqual([expect.stringMatching(/^First/), 'Go to the mail']);
	await page.keyboard.press('Enter');
	await page.waitForURL(/#mail$/);
	expect(await tab(page, 3)).toEqual([
		'Body of the mail',
		'Open the body alone',
		'Source (markdown)',
	]);
	await page.keyboard.press('Enter');
	await page.getByText('The body of *First*').waitFor();
});

test('the skip link leads past the navigation', async () => {
	await pages.api.get('/lists');
	const page = await pages.visit('/requests');
	await tab(page, 1);
	await page.keyboard.press('Enter');
	await page.waitForURL(/#content$/);
	expect(await tab(page, 2)).toEqual(['As a table', expect.stringMatching(/^GET \/lists 200/)]);
	await page.keyboard.press('Space');
	await page.getByText('"host"').waitFor();
});

test('the pages of long lists', async () => {
	pages.sandbox.store.addContacts(60);
	const page = await pages.visit('/contacts');
	const search = ['Address, name, list or property', 'Search'];
	expect(await tab(page, 10)).toEqual([...HEADER, ...search, 'Next']);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'First1 Last1', exact: true }).waitFor();
	expect((await tab(page, 10)).at(-1)).toBe('Previous');
});

test('a contact changes subscriptions, sees that they are saved, and goes on', async () => {
	const { store } = pages.sandbox;
	store.addContact({ email: 'ada@example.com', subscribedToLists: ['newsletter'] });
	const { data } = await pages.api.post('/lists/portal_session', {
		contactEmail: 'ada@example.com',
		returnURL: `${elsewhere.url}/account`,
	});
	const page = await pages.visit(data.data.url);
	const { host } = new URL(elsewhere.url);

	// "Important" cannot be turned off, so there is nothing to stop at.
	expect(await tab(page, 1)).toEqual(['Newsletter']);
	await page.keyboard.press('Space');
	expect(await tab(page, 1)).toEqual(['Product updates']);
	await page.keyboard.press('Space');
	expect(await tab(page, 1)).toEqual(['Save']);
	expect(store.findContact('ada@example.com')?.subscribedToLists).toContain('newsletter');
	await page.keyboard.press('Enter');

	await page.getByRole('status').getByText('Your subscriptions are saved.').waitFor();
	expect(store.findContact('ada@example.com')?.subscribedToLists).toEqual([
		'important',
		'product-updates',
	]);
	expect(await tab(page, 4)).toEqual([
		'Newsletter',
		'Product updates',
		'Save',
		`Continue to ${host}`,
	]);
	await page.keyboard.press('Enter');
	await page.waitForURL(`${elsewhere.url}/account`);
});
