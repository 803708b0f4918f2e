import { usePages, PHONE } from './usePages';

const pages = usePages();

test.each([
	['on a desktop', {}],
	['on a phone', PHONE],
])('contacts are found with the search, %s', async (_, look) => {
	pages.sandbox.store.addContacts(60);
	pages.sandbox.store.addContact({ email: 'ada@example.com', name: 'Ada Example' });
	const page = await pages.visit('/contacts', look);
	await page.getByRole('heading', { level: 2 }).first().getByText('Ada Example').waitFor();

	await page.getByLabel('Address, name, list or property').fill('first7');
	await page.getByRole('button', { name: 'Search' }).click();
	await page.getByText('1 of 61').waitFor();
	expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['First7 Last7']);

	await page.getByLabel('Address, name, list or property').fill('nobody');
	await page.keyboard.press('Enter');
	await page.getByRole('link', { name: 'All contacts' }).click();
	await page.getByText('Page 1 of 2').waitFor();
});
