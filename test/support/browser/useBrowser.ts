import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
	chromium,
	type Browser,
	type BrowserContextOptions,
	type Locator,
	type Page,
	type Request,
} from 'playwright-core';
import { repositoryFolder } from '../../../tools/folders';
import { findBrowser } from '../../../tools/process/findBrowser';

const SCREENSHOTS = join(repositoryFolder, 'artifacts', 'screenshots');
/** Where a test asks for no other. */
export const VIEWPORT = { width: 1400, height: 900 };
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
/** Where n8n's pages look up whose package a node is, and how many packages there are, without an answer. */
const PACKAGE_REGISTRY = /^(registry\.|api\.npms\.io$)/;
/** Where n8n's own forms look for a font, without an answer. */
const FONTS = 'fonts.googleapis.com';
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** How pages are shown where nothing else is said. */
export const BROWSER_PAGE: BrowserContextOptions = {
	viewport: VIEWPORT,
	reducedMotion: 'reduce',
	locale: 'en-US',
	timezoneId: 'UTC',
};

/** A headless Chromium that reaches nothing but this machine. */
export async function launchBrowser(): Promise<Browser> {
	const executablePath = findBrowser();
	if (!executablePath) throw new Error('There is no browser: npx tsx .ci/install-programs.ts');
	return await chromium.launch({ executablePath, args: ARGUMENTS });
}

/**
 * A headless Chromium for the tests of a file. Pages that a test opens are closed after it; how it left them is kept as pictures.
 * A page that asks for anything outside this machine gets no answer, and the test fails.
 */
export function useBrowser() {
	let browser: Browser;
	const askedOutside = new Set<string>();
	let fromBefore: Page[] = [];
	const pages = () => browser.contexts().flatMap((visitor) => visitor.pages());

	jest.setTimeout(TEST_LIMIT_MS);

	beforeAll(async () => {
		await mkdir(SCREENSHOTS, { recursive: true });
		browser = await launchBrowser();
	});

	beforeEach(() => {
		askedOutside.clear();
		fromBefore = pages();
	});

	afterEach(async () => {
		const name = nameOfTest();
		const opened = pages().filter((page) => !fromBefore.includes(page));
		for (const [index, page] of opened.entries()) {
			await keep(page, index === 0 ? name : `${name} ${index + 1}`);
			await page.close();
		}
		expect([...askedOutside]).toEqual([]);
	});

	afterAll(async () => await browser?.close());

	const notice = (url: string) => {
		const { protocol, hostname, origin } = new URL(url);
		const isRemote = /^(http|ws)s?:$/.test(protocol) && !LOOPBACK.includes(hostname);
		if (isRemote && !PACKAGE_REGISTRY.test(hostname)) askedOutside.add(origin);
	};

	/** @returns who stays for all tests of the file */
	const newVisitor = async (options?: BrowserContextOptions) => {
		const visitor = await browser.newContext({ ...BROWSER_PAGE, ...options });
		visitor.setDefaultTimeout(WAIT_LIMIT_MS);
		visitor.on('request', (request) => {
			if (!isFontOfForm(request)) notice(request.url());
		});
		visitor.on('page', (page) => page.on('websocket', (socket) => notice(socket.url())));
		return visitor;
	};

	/** A page of a visitor who has not been here before. */
	const newPage = async (options?: BrowserContextOptions) =>
		await (await newVisitor(options)).newPage();

	return { newVisitor, newPage, keep };
}

function isFontOfForm(request: Request) {
	const isFont = new URL(request.url()).hostname === FONTS;
	return isFont && /^\/form(-test|-waiting)?\//.test(new URL(request.frame().url()).pathname);
}

export function nameOfTest(): string {
	return expect.getState().currentTestName ?? 'unknown test';
}

/**
 * Keeps a picture for people to look at.
 *
 * @param page or a part of one
 * @param name description of the picture
 */
async function keep(
	page: Pick<Page, 'screenshot'> | Pick<Locator, 'screenshot'>,
	name: string,
): Promise<void> {
	const file = name.replace(/[^\w]+/g, '-').slice(0, 120);
	await page.screenshot({ path: join(SCREENSHOTS, `${file}.png`), animations: 'disabled' });
}
