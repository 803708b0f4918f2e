const { openSandbox } = require('../../sandbox/openSandbox');
const { useBrowser } = require('../useBrowser');

/**
 * @typedef {Awaited<ReturnType<typeof openSandbox>>} Opened
 * @typedef {{ colorScheme?: 'light' | 'dark', viewport?: { width: number, height: number } }} Look
 */

/** A phone as narrow as they come. */
const PHONE = { viewport: { width: 360, height: 740 } };

/**
 * A sandbox, as new before each test, a client of its API, and a browser for its pages.
 * @param {Parameters<typeof openSandbox>[0]} [options]
 */
function usePages(options) {
	const browser = useBrowser();
	/** @type {Opened} */
	let opened;

	beforeAll(async () => {
		opened = await openSandbox(options);
	});
	beforeEach(() => opened.sandbox.reset());
	afterAll(() => opened.sandbox.close());

	return {
		get sandbox() {
			return opened.sandbox;
		},
		get api() {
			return opened.api;
		},
		keep: browser.keep,
		/**
		 * @param {string} path or the whole address of a page of the sandbox
		 * @param {Look} [look]
		 */
		async visit(path, look) {
			const page = await browser.newPage(look);
			await page.goto(new URL(path, opened.sandbox.origin).href);
			return page;
		},
	};
}

module.exports = { usePages, PHONE };
