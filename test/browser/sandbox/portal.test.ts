import { usePages } from './usePages';

const HOUR_MS = 3_600_000;
let now = Date.parse('2026-01-01T00:00:00.000Z');
const pages = usePages({ now: () => now });

let url: string;
beforeEach(async () => {
	pages.sandbox.store.addContact({ email: 'ada@example.com', subscribedToLists: ['newsletter'] });
	const { data } = await pages.api.post('/lists/portal_session', {
		contactEmail: 'ada@example.com',
		returnURL: 'https://example.com/account?from=portal',
	});
	url = data.data.url;
});

test('shows the lists that the contact is on; from important nobody can unsubscribe', async () => {
	const page = await pages.visit(url);
	await page.getByText('Emails that ada@example.com receives').waitFor();
	const important = page.getByRole('checkbox', { name: 'Important cannot be turned off' });
	expect([await important.isChecked(), await important.isDisabled()]).toEqual([true, true]);
	expect(await page.getByRole('checkbox', { name: 'Newsletter' }).isChecked()).toBe(true);
	expect(await page.getByRole('checkbox', { name: 'Product updates' }).isChecked()).toBe(false);
	const back = page.getByRole('link', { name: 'Back without saving to example.com' });
	expect(await back.getAttribute('href')).toBe('https://example.com/account?from=portal');
});

test('keeps what was saved, which can be changed again', async () => {
	const page = await pages.visit(url);
	await page.getByText('Newsletter').click();
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('status').waitFor();
	expect(await page.getByRole('checkbox', { name: 'Newsletter' }).isChecked()).toBe(false);
	await page.getByText('Newsletter').click();
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('checkbox', { name: 'Newsletter', checked: true }).waitFor();
	await page.getByRole('link', { name: 'Continue to example.com' }).waitFor();
	const lists = pages.sandbox.store.findContact('ada@example.com')?.subscribedToLists;
	expect(lists).toEqual(['important', 'newsletter']);
});

test('says that a session has expired while the page was open, changes nothing, and shows the way on', async () => {
	const page = await pages.visit(url);
	await page.getByText('Newsletter').click();
	now += HOUR_MS;
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByText('This link has expired.').waitFor();
	const onward = page.getByRole('link', { name: 'Continue to example.com' });
	expect(await onward.getAttribute('href')).toBe('https://example.com/account?from=portal');
	const lists = pages.sandbox.store.findContact('ada@example.com')?.subscribedToLists;
	expect(lists).toEqual(['important', 'newsletter']);
});
