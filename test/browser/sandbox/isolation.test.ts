import type { Page } from 'playwright-core';
import { answerWith, type AnsweringServer } from '../../support/answerWith';
import { attacks, evilMail } from './evilMail';
import { usePages } from './usePages';

const pages = usePages();

/** A server that stands for one elsewhere: it remembers who turned to it. */
let canary: AnsweringServer;
beforeAll(async () => {
	canary = await answerWith(({ url }, response) => {
		response.setHeader('Content-Type', 'text/html');
		response.end(url === '/evil' ? evilMail(canary.url) : ELSEWHERE);
	});
});
beforeEach(() => canary.reset());
afterAll(async () => await canary.close());

const ELSEWHERE = `<!doctype html><title>elsewhere</title>
	<script>document.title += window.opener ? ', knows its opener' : ', knows nobody'</script>`;

const receive = (body: string) =>
	pages.api.post('/email/transactional', {
		to: 'ada@example.com',
		subject: 'You have won',
		body,
		bodyFormat: 'html',
	});

/** The page with a mail of this body. */
async function open(body: string) {
	await receive(body);
	const page = await pages.visit('/');
	return { page, mail: page.frameLocator('iframe') };
}

const sendingOn = (url: string) => `<meta http-equiv="refresh" content="0; url=${url}">`;

/** The browser's own words when it refuses something. */
const refusal = (page: Page, words: RegExp) =>
	page.waitForEvent('console', (message) => words.test(message.text()));

async function expectPageInPlace(page: Page) {
	expect(page.url()).toBe(`${pages.sandbox.origin}/`);
	expect(page.context().pages()).toEqual([page]);
	expect(await page.title()).toBe('Inbox - Mailroom sandbox');
	// This needs the link to be where it was, and nothing over it.
	await page.getByRole('link', { name: 'Contacts' }).click();
	await page.getByRole('heading', { name: 'Contacts' }).waitFor();
}

test('what evil mails try by themselves does work where nothing stops them', async () => {
	const page = await pages.visit(`${canary.url}/evil`);
	await page.waitForLoadState('networkidle');
	const asked = canary.received.map(({ url }) => url);
	const reached = Object.keys(attacks).filter((_, index) => asked.includes(`/${index}`));
	expect(reached).toEqual(Object.keys(attacks));
});

test('a mail that is opened reaches nobody: no scripts, no images, not even a connection', async () => {
	const { page, mail } = await open(`<p>The evil mail</p>${evilMail(canary.url)}`);
	await mail.getByText('The evil mail').waitFor();
	await page.waitForLoadState('networkidle');
	expect(canary.connections).toBe(0);
	await expectPageInPlace(page);
});

test('its body reaches nobody either when it is opened without the frame, and stays where it is', async () => {
	const { page } = await open(
		`<p>The evil mail</p>${sendingOn(canary.url)}${evilMail(canary.url)}`,
	);
	await page.getByRole('link', { name: 'Open the body alone' }).click();
	await page.getByText('The evil mail').waitFor();
	await page.waitForLoadState('networkidle');
	expect(canary.connections).toBe(0);
	expect(page.url()).toBe(`${pages.sandbox.origin}/mails/1/body`);
});

test.each([
	['an address', (url: string) => url, /Refused to execute the redirect/],
	['a script', () => 'javascript:alert(1)', /Refused to refresh/],
])('a mail cannot send its reader on to %s', async (_case, target, words) => {
	await receive(sendingOn(target(`${canary.url}/refresh`)));
	const page = await pages.visit('about:blank');
	const refused = refusal(page, words);
	await page.goto(`${pages.sandbox.origin}/`);
	await refused;
	expect(canary.connections).toBe(0);
	await expectPageInPlace(page);
});

test('nothing in a mail that is clicked takes over the page, runs a script, downloads or sends a form', async () => {
	const url = `${canary.url}/click`;
	const baits = [
		[`<a target="_top" href="${url}">`, /Unsafe attempt to initiate navigation/],
		[`<a target="_parent" href="${url}">`, /Unsafe attempt to initiate navigation/],
		['<a href="javascript:alert(1)">', /Running the JavaScript URL violates/],
		['<a target="_self" href="javascript:alert(1)">', /Running the JavaScript URL violates/],
		['<a target="_self" download href="data:,x">', /Download is disallowed/],
		[`<form action="${url}"><button>`, /Blocked form submission/],
		[`<form action="${url}" target="_blank"><button>`, /Blocked form submission/],
	] as const;
	const { page, mail } = await open(
		baits.map(([start], index) => `${start}Bait ${index}</a></button></form><br>`).join(''),
	);
	for (const [index, [, words]] of baits.entries()) {
		const refused = refusal(page, words);
		await mail.getByText(`Bait ${index}`).click();
		await refused;
	}
	expect(canary.connections).toBe(0);
	await expectPageInPlace(page);
});

test.each([
	['a link', '<a href="URL">Read on</a>'],
	['a link that wants to know its opener', '<a target="evil" rel="opener" href="URL">Read on</a>'],
])('%s opens in a tab that knows nothing of the inbox', async (_case, body) => {
	const { page, mail } = await open(body.replace('URL', `${canary.url}/link`));
	const [tab] = await Promise.all([
		page.context().waitForEvent('page'),
		mail.getByText('Read on').click(),
	]);
	await tab.waitForFunction("document.title.includes('knows')");
	expect(await tab.title()).toBe('elsewhere, knows nobody');
	expect(canary.received[0].headers).not.toHaveProperty('referer');
	await tab.close();
	await expectPageInPlace(page);
});

test('the style and the tags of a mail stay within its frame', async () => {
	const { page, mail } = await open(`</div></article></iframe></body></html>
		<style>
			html, body, header, main, nav, a { display: none !important }
			html, body { display: block !important; height: 99999px; width: 99999px }
			div { position: fixed; inset: -9999px; z-index: 2147483647; background: #b00 }
		</style>
		<div></div>`);
	await mail.locator('div').waitFor();
	const frame = await page.locator('iframe').boundingBox();
	const card = await page.getByRole('article').boundingBox();
	expect(frame && card && frame.width < card.width && frame.height < card.height).toBe(true);
	expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
	await pages.keep(page, 'a mail that would fill the screen stays within its frame');
	await expectPageInPlace(page);
});
