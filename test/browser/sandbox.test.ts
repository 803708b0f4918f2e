import { answerWith, type AnsweringServer } from '../support/answerWith';
import { openSandbox } from '../support/openSandbox';
import { useBrowser } from './useBrowser';

const PHONE = { viewport: { width: 375, height: 740 } };
const LONG = 'x'.repeat(60);

const { newPage, keep } = useBrowser();

/** Stands for a server elsewhere. */
let elsewhere: AnsweringServer;
let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	elsewhere = await answerWith();
	opened = await openSandbox();
});
afterAll(async () => {
	await elsewhere.close();
	await opened.sandbox.close();
});

const send = async (body: string) =>
	await opened.api.post('/email/transactional', {
		...{ to: `${LONG}@example.com`, subject: `Hi ${LONG}`, body, bodyFormat: 'html' },
	});

test('an email that is opened reaches nobody, and a click on it runs nothing in the page', async () => {
	const { url } = elsewhere;
	await send(`<p>The email</p>
		<script>new Image().src = '${url}/1'</script><img src="${url}/2"><video poster="${url}/3"></video>
		<img src="data:," onerror="new Image().src = '${url}/4'"><iframe src="${url}/5"></iframe>
		<style>@import url(${url}/6); p { background: url(${url}/7) }</style>
		<meta http-equiv="refresh" content="0; url=${url}/8">
		<form action="${url}/9"><button>Form</button></form><a target="_top" href="${url}/10">Top</a>`);
	const page = await newPage();
	await page.goto(opened.sandbox.origin);
	const mail = page.frameLocator('iframe');
	await mail.getByText('The email').waitFor();
	for (const [bait, words] of [
		['Form', /Blocked form submission/],
		['Top', /Unsafe attempt to initiate navigation/],
	] as const) {
		const refused = page.waitForEvent('console', (message) => words.test(message.text()));
		await mail.getByText(bait).click();
		await refused;
	}
	await page.waitForLoadState('networkidle');
	expect(elsewhere.connections).toBe(0);
	expect(page.url()).toBe(`${opened.sandbox.origin}/`);
});

/** The times of requests that reach out of their cards. Runs in the browser. */
const timesOutside = (cards: Array<HTMLElement | SVGElement>) =>
	cards.filter((card) => {
		const time = card.querySelector('time')?.getBoundingClientRect();
		return !time || time.bottom > card.getBoundingClientRect().bottom;
	}).length;

test('on a phone every page fits, and requests show their time', async () => {
	const { api, sandbox } = opened;
	sandbox.store.addContact({ email: `${LONG}@example.com`, name: LONG });
	sandbox.faults.add({ endpoint: 'GET /lists', status: 503 });
	await api.get('/lists');
	await api.post('/contacts/delete', { email: 'nobody@example.com' });
	await send('<table width="1200"><tr><td>Wide</table>');
	const page = await newPage(PHONE);
	for (const path of ['/', '/mails/1', '/contacts', '/lists', '/requests']) {
		await page.goto(sandbox.origin + path);
		await keep(page, `sandbox ${path} on a phone`);
		const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
		expect({ path, sideways }).toEqual({ path, sideways: 0 });
	}
	expect(await page.locator('.request').count()).toBeGreaterThan(2);
	expect(await page.locator('.request').evaluateAll(timesOutside)).toBe(0);
});
