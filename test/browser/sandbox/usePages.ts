import { openSandbox } from '../../support/openSandbox';
import { useBrowser } from '../useBrowser';

export type Opened = Awaited<ReturnType<typeof openSandbox>>;

export type Look = { colorScheme?: 'light' | 'dark'; viewport?: { width: number; height: number } };

/** A phone as narrow as they come. */
export const PHONE = { viewport: { width: 360, height: 740 } };

/** A sandbox, as new before each test, a client of its API, and a browser for its pages. */
export function usePages(options?: Parameters<typeof openSandbox>[0]) {
	const browser = useBrowser();
	let opened: Opened;

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
		/** @param path or the whole address of a page of the sandbox */
		async visit(path: string, look?: Look) {
			const page = await browser.newPage(look);
			await page.goto(new URL(path, opened.sandbox.origin).href);
			return page;
		},
	};
}
