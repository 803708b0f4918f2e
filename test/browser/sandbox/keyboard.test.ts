import type { Page } from 'playwright-core';
import { usePages } from './usePages';

const pages = usePages();

/** Presses a key as often. */
async function press(page: Page, key: string, times = 1) {
	for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

test('the skip link leads past the navigation, to what can be opened', async () => {
	await pages.api.get('/lists');
	const page = await pages.visit('/requests');
	await press(page, 'Tab');
	await press(page, 'Enter');
	await page.waitForURL(/#content$/);
	await press(page, 'Tab', 2);
	await press(page, 'Space');
	await page.getByText('"host"').waitFor();
});

test('a contact changes subscriptions', async () => {
	const { store } = pages.sandbox;
	store.addContact({ email: 'ada@example.com', subscribedToLists: ['newsletter'] });
	const { data } = await pages.api.post('/lists/portal_session', {
		contactEmail: 'ada@example.com',
		returnURL: 'https://example.com/account',
	});
	const page = await pages.visit(data.data.url);
	// "Important" cannot be turned off, so there is nothing to stop at.
	for (const key of ['Tab', 'Space', 'Tab', 'Space', 'Tab', 'Enter']) await press(page, key);
	await page.getByRole('status').getByText('Your subscriptions are saved.').waitFor();
	expect(store.findContact('ada@example.com')?.subscribedToLists).toEqual([
		'important',
		'product-updates',
	]);
});
