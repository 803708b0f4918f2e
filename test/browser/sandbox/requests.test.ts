import type { Page } from 'playwright-core';
import { usePages } from './usePages';

const pages = usePages();

const FOOT_PX = 160;

/**
 * Real requests: some too many, one that the service fails at, one that it does not answer.
 * @returns what came of them, by what the service wrote down
 */
async function askTooMuch(): Promise<{ accepted: number; limited: number; failed: number }> {
	const { sandbox, api } = pages;
	sandbox.settings.limit = 10;
	sandbox.faults.add({ endpoint: 'POST /email/list', status: 503 });
	sandbox.faults.add({ endpoint: 'GET /contacts', drop: 'before' });
	await api.post('/email/list', { list: 'important', subject: 'Hi', body: 'Hi' });
	await expect(api.get('/contacts')).rejects.toThrow();
	const count = (matches: (status: number | null) => boolean) =>
		sandbox.journal.filter(({ status }) => matches(status)).length;
	while (count((status) => status === 429) < 3) {
		await Promise.all(Array.from({ length: 6 }, () => api.get('/lists')));
	}
	return {
		accepted: count((status) => status === 200),
		limited: count((status) => status === 429),
		failed: count((status) => status !== 200 && status !== 429),
	};
}

const drawing = async (page: Page) => {
	const limitY = Number(await page.locator('line.limit').getAttribute('y1'));
	const pixelsPerRequest = (FOOT_PX - limitY) / 10;
	const height = async (outcome: string) => {
		const heights = await page
			.locator(`.chart rect.${outcome}`)
			.evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
		return Math.round(heights.reduce((sum, one) => sum + one, 0) / pixelsPerRequest);
	};
	return {
		accepted: await height('accepted'),
		limited: await height('limited'),
		failed: await height('failed'),
	};
};

test('draws how many requests of each second were accepted, too many, or failed, to scale with the limit', async () => {
	const counts = await askTooMuch();
	const page = await pages.visit('/requests');
	expect(await drawing(page)).toEqual(counts);
	expect(counts).toMatchObject({ failed: 2 });
	expect(await page.locator('.legend').innerText()).toMatch(
		new RegExp(
			`${counts.accepted} accepted\\s+${counts.limited} too many \\(429\\)\\s+2 other errors`,
		),
	);

	await page.getByText('As a table').click();
	const cells = await page.locator('.pace tbody td').allInnerTexts();
	const columns = [0, 1, 2].map((column) =>
		cells.filter((_, index) => index % 3 === column).reduce((sum, cell) => sum + Number(cell), 0),
	);
	expect(columns).toEqual([counts.accepted, counts.limited, counts.failed]);
});

test('says the same in words, and tells the outcomes apart by more than colour', async () => {
	const { accepted, limited } = await askTooMuch();
	const page = await pages.visit('/requests');
	const chart = page.getByRole('img', {
		name: new RegExp(
			`^Requests per second From \\d\\d:\\d\\d:\\d\\d to \\d\\d:\\d\\d:\\d\\d UTC: ${accepted} accepted, ${limited} too many \\(429\\), 2 other errors\\. At most \\d+ were accepted within a second; the limit is 10\\.$`,
		),
	});
	await chart.waitFor();
	await chart.getByText('limit 10').waitFor();
	const fills = await page
		.locator('.swatch rect')
		.evaluateAll((swatches) => swatches.map((swatch) => swatch.getAttribute('fill')));
	expect(fills).toEqual(['currentcolor', 'url(#stripes)', 'url(#dots)']);
	for (const pattern of ['#stripes', '#dots']) expect(await page.locator(pattern).count()).toBe(1);
});

test('without a limit there is no line, and the chart says so', async () => {
	await pages.api.get('/lists');
	const page = await pages.visit('/requests');
	await page
		.getByRole('paragraph')
		.filter({ hasText: 'At most 1 were accepted within a second; there is no limit.' })
		.waitFor();
	expect(await page.locator('line.limit').count()).toBe(0);
});

test('lists what was asked, newest first, with what came of it, without the key', async () => {
	const { sandbox, api } = pages;
	sandbox.faults.add({ endpoint: 'GET /lists', status: 503 });
	await api.get('/lists');
	await api.post('/contacts/delete', { email: 'nobody@example.com' });
	const page = await pages.visit('/requests');
	const summaries = await page.locator('.request summary').allInnerTexts();
	expect(summaries.map((text) => text.replace(/\s+/g, ' '))).toEqual([
		expect.stringMatching(/^POST \/contacts\/delete 404 \d\d:\d\d:\d\d\.\d{3}$/),
		expect.stringMatching(/^GET \/lists 503 fault: status 503 \d\d:\d\d:\d\d\.\d{3}$/),
	]);
	await page.getByText('POST /contacts/delete').click();
	await page.getByText('"email": "nobody@example.com"').waitFor();
	expect(await page.content()).not.toContain(sandbox.apiKey);
});
