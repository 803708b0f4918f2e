import type { Page } from 'playwright-core';
import { usePages } from './usePages';

let now = Date.parse('2026-01-01T00:00:00.000Z');
const pages = usePages({ now: () => now });

test('shows a mail as its reader will see it, with the tags filled in', async () => {
	pages.sandbox.store.addContact({ email: 'ada@example.com', name: 'Ada Example' });
	await pages.api.post('/email/contact', {
		list: 'important',
		contactEmail: 'ada@example.com',
		subject: 'Welcome, {{firstName}}',
		body: '# Hello {{firstName}}\n\nSee [your page](https://example.com).',
		trackEmailOpens: true,
	});
	const page = await pages.visit('/');
	await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
	const mail = page.frameLocator('iframe[title="Body of the mail"]');
	await mail.getByRole('heading', { name: 'Hello Ada' }).waitFor();
	expect(await mail.getByRole('link').getAttribute('href')).toBe('https://example.com');
	const facts = (await page.getByRole('article').locator('dl').innerText()).split('\n');
	expect(facts).toEqual(
		expect.arrayContaining([
			'ada@example.com',
			'important',
			'2026-01-01 00:00:00 UTC',
			'opens: on, clicks: as the project says',
		]),
	);
});

test('marks a delayed mail as scheduled until its time has come', async () => {
	pages.sandbox.store.addContact({ email: 'ada@example.com' });
	await pages.api.post('/email/list', {
		list: 'important',
		subject: 'Later',
		body: 'x',
		delaySeconds: 60,
	});
	const page = await pages.visit('/');
	await page.getByRole('link', { name: 'Later scheduled' }).waitFor();
	await page.getByText('goes out 2026-01-01 00:01:00 UTC').waitFor();
	await page.getByText('Will be sent').waitFor();
	now += 60_000;
	await page.getByRole('link', { name: 'Refresh', exact: true }).click();
	await page.getByText('Sent', { exact: true }).waitFor();
	expect(await page.getByText('scheduled').count()).toBe(0);
});

test('a thousand mails are shown in pages, of which each loads only the mail that is open', async () => {
	pages.sandbox.store.addContacts(1000);
	await pages.api.post('/email/list', {
		list: 'important',
		subject: 'News for {{firstName}}',
		body: 'Long. '.repeat(5000),
	});
	expect(pages.sandbox.store.mails).toHaveLength(1000);

	const page = await pages.visit('about:blank');
	const loaded: string[] = [];
	page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
	const answer = await page.goto(`${pages.sandbox.origin}/`);
	expect((await answer?.body())?.length).toBeLessThan(100_000);
	expect(loaded).toEqual(['/', '/style.css', '/mails/1000/body']);
	expect(await page.getByRole('listitem').count()).toBe(25);
	await page.getByText('Page 1 of 40').waitFor();

	await page.getByRole('link', { name: 'Next' }).click();
	await page.getByRole('heading', { name: 'News for First975' }).waitFor();
	await page.getByRole('link', { name: 'News for First951' }).click();
	await page.getByRole('heading', { name: 'News for First951' }).waitFor();
	await page.getByText('Page 2 of 40').waitFor();
	// The list stays where it was, and the mail beside it.
	await page.locator('[aria-current="true"]').getByText('News for First951').waitFor();
	expect(await inView(page, '[aria-current="true"]')).toBe(true);
	expect(await inView(page, '#mail h2')).toBe(true);
});

async function inView(page: Page, selector: string) {
	const box = await page.locator(selector).boundingBox();
	const { height = 0 } = page.viewportSize() ?? {};
	return box !== null && box.y >= 0 && box.y + box.height <= height;
}
