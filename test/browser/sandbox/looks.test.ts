import { fillSandbox } from './fillSandbox';
import { usePages, PHONE, type Look } from './usePages';

const pages = usePages();

const DESKTOP = { width: 1280, height: 800 };

const EMPTY = {
	'the empty inbox': '/',
	'a mail that is gone': '/mails/1',
	'no contacts': '/contacts',
	'no requests': '/requests',
	'an unknown portal link': '/portal/unknown',
};
const full = (portal: string) => ({
	'the inbox': '/',
	'a mail': '/mails/2',
	'a mail with long words': '/mails/1',
	'the contacts': '/contacts',
	'the lists': '/lists',
	'the portal': portal,
	'the portal after saving': `${portal}?saved`,
	'the requests': '/requests',
});

test.each([
	['on a desktop, light', { viewport: DESKTOP, colorScheme: 'light' }],
	['on a desktop, dark', { viewport: DESKTOP, colorScheme: 'dark' }],
	['on a phone, light', { ...PHONE, colorScheme: 'light' }],
] as [string, Look][])('%s: nothing has to be scrolled sideways', async (look, options) => {
	const page = await pages.visit('about:blank', options);
	const check = async (places: Record<string, string>) => {
		for (const [index, [what, path]] of Object.entries(places).entries()) {
			await page.goto(new URL(path, pages.sandbox.origin).href);
			await pages.keep(page, `sandbox ${what} ${look}`);
			for (const summary of (await page.locator('summary:visible').all()).slice(0, 2))
				await summary.click();
			const sideways = await page.evaluate(SIDEWAYS);
			expect({ what, sideways }).toEqual({ what, sideways: 0 });
			// So that the requests, which come last, have something to show in several seconds.
			if (places !== EMPTY) await askAtOnce(3 * index);
		}
	};

	await check(EMPTY);
	await check(full((await fillSandbox(pages)).portal));
});

const askAtOnce = (times: number) =>
	Promise.all(Array.from({ length: times }, () => pages.api.get('/lists')));

const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test('on a phone the mails and the mail that is open take turns', async () => {
	await fillSandbox(pages);
	const page = await pages.visit('/?page=2', PHONE);
	expect(await page.locator('iframe').isVisible()).toBe(false);
	await page.getByRole('link', { name: 'Soon, First38' }).click();
	await page.frameLocator('iframe').getByRole('heading', { name: 'Hello First38' }).waitFor();
	expect(await page.getByRole('link', { name: 'Soon, First37' }).isVisible()).toBe(false);
	await page.getByRole('link', { name: 'All mails' }).click();
	await page.getByText('Page 2 of 3').waitFor();
	await page.getByRole('link', { name: 'Soon, First37' }).waitFor();
});
