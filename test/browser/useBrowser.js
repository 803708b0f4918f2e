const { mkdir } = require('node:fs/promises');
const { join } = require('node:path');
const { chromium } = require('playwright-core');
const { repositoryFolder } = require('../../demo/folders');
const { findBrowser } = require('./findBrowser');

const SCREENSHOTS = join(repositoryFolder, 'artifacts', 'screenshots');
const TEST_LIMIT_MS = 90_000;
/** Long enough for a busy machine, and short enough that the error names the element before the test's time is up. */
const WAIT_LIMIT_MS = 30_000;
const ARGUMENTS = [
	// Root, as in a container, may not use the sandbox; the pages are this repository's own.
	'--no-sandbox',
	'--disable-gpu',
	// Nothing leaves this machine, of the pages or of the browser itself.
	'--no-proxy-server',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--disable-quic',
	'--no-first-run',
];
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').BrowserContextOptions} PageOptions viewport, colorScheme, hasTouch, storageState, ...
 */

/**
 * A headless Chromium for the tests of a file. Each page is a visitor of its own, with its own cookies, and is closed after the
 * test; how the test left it is kept as a picture. A page that asks for anything outside this machine gets no answer, and the
 * test fails.
 *
 * @param {{ ignore?: string[] }} [options] origins that may be asked for in vain
 */
function useBrowser({ ignore = [] } = {}) {
	/** @type {import('playwright-core').Browser} */
	let browser;
	/** @type {Set<string>} */
	const asked = new Set();

	jest.setTimeout(TEST_LIMIT_MS);

	beforeAll(async () => {
		await mkdir(SCREENSHOTS, { recursive: true });
		browser = await chromium.launch({ executablePath: findBrowser(), args: ARGUMENTS });
	});

	beforeEach(() => asked.clear());

	afterEach(async () => {
		const name = expect.getState().currentTestName ?? 'unknown test';
		const pages = browser.contexts().flatMap((context) => context.pages());
		for (const [index, page] of pages.entries()) {
			await keep(page, index === 0 ? name : `${name} ${index + 1}`);
		}
		await Promise.all(browser.contexts().map((context) => context.close()));
		expect([...asked]).toEqual([]);
	});

	afterAll(async () => await browser?.close());

	/** @param {string} url */
	const notice = (url) => {
		const { protocol, hostname, origin } = new URL(url);
		const isRemote = /^(http|ws)s?:$/.test(protocol) && !LOOPBACK.includes(hostname);
		if (isRemote && !ignore.includes(origin)) asked.add(origin);
	};

	return {
		/**
		 * @param {PageOptions} [options]
		 * @returns {Promise<Page>}
		 */
		async newPage(options) {
			const context = await browser.newContext({
				viewport: { width: 1400, height: 900 },
				reducedMotion: 'reduce',
				locale: 'en-US',
				timezoneId: 'UTC',
				...options,
			});
			context.setDefaultTimeout(WAIT_LIMIT_MS);
			context.on('request', (request) => notice(request.url()));
			const page = await context.newPage();
			page.on('websocket', (socket) => notice(socket.url()));
			return page;
		},
		keep,
	};
}

/**
 * Keeps a picture for people to look at.
 *
 * @param {Page} page
 * @param {string} name what it shows, in words
 */
async function keep(page, name) {
	const file = name.replace(/[^\w]+/g, '-').slice(0, 120);
	await page.screenshot({ path: join(SCREENSHOTS, `${file}.png`) });
}

module.exports = { useBrowser };
