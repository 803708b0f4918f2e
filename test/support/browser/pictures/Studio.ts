import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Demo } from '../../../../demo/startDemo';
import type { WorkflowInput } from '../../../../tools/n8n/N8nClient';
import { ToolError } from '../../../../tools/process/ToolError';
import { PICTURES, type Picture, type PictureName } from '../../pictures/pictures';
import { PICTURES_FOLDER } from '../../pictures/textsOfPictures';
import { chooseList } from '../buildWorkflow';
import { Editor } from '../Editor';
import { eventually } from '../eventually';
import { BROWSER_PAGE } from '../useBrowser';

/** Pixels of a picture per pixel of the page. The docs show pictures smaller than they are, so each shows little, but large. */
const SCALE = 1.35;
/**
 * Without tooltips, the icons of the nodes before and behind, which n8n shows over the edges of a node's form, the map that it shows
 * while a canvas moves, the dots of the canvas, and the API key that the sandbox shows.
 */
export const STYLE =
	'[data-test-id=floating-nodes], [role=tooltip], .n8n-tooltip, .vue-flow__minimap, .vue-flow__background, header small { display: none; }';
const WAIT_LIMIT_MS = 30_000;

type Side = 'left' | 'top' | 'right' | 'bottom';

/** Per side, the element with which a picture ends there. */
export type Frame = Record<Side, Locator>;
type Margins = Partial<Record<Side, number>>;

/** A demo, and the browser that takes pictures of it. */
export class Studio {
	private constructor(
		readonly demo: Demo,
		private readonly browser: Browser,
		readonly editor: Editor,
	) {}

	static async open(demo: Demo, browser: Browser) {
		const editor = new Editor(await openPage(browser), demo.n8n.url);
		await editor.enter(demo.client.session);
		return new Studio(demo, browser, editor);
	}

	/** A page of a visitor who has no login for n8n. */
	async newPage(options: BrowserContextOptions = {}) {
		return await openPage(this.browser, options);
	}

	/** Chooses the mailing list of the open node, and waits until n8n has saved that: it executes what it has saved, and asks who leaves before. */
	async chooseList(workflowId: string, title: string) {
		await chooseList(this.editor, title);
		await eventually(async () => {
			const { nodes } = await this.demo.client.request<WorkflowInput>(
				'GET',
				`/workflows/${workflowId}`,
			);
			if (!JSON.stringify(nodes).includes('cachedResultName')) throw new ToolError('not saved yet');
		});
		// n8n shows buttons at the field at which the mouse points.
		await this.editor.page.mouse.move(0, 0);
	}

	/** Frames an element while a picture is taken. */
	async marked(element: Locator, take: () => Promise<void>) {
		const { x, y, width, height } = await boxOf(element);
		const place = `left: ${x - 6}px; top: ${y - 4}px; width: ${width + 12}px; height: ${height + 8}px`;
		await element.page().evaluate((style) => {
			const mark = document.createElement('div');
			mark.id = 'mark-of-picture';
			mark.style.cssText = `position: fixed; z-index: 9999; border: 2px solid #c01c28; border-radius: 4px; box-sizing: border-box; ${style}`;
			document.body.append(mark);
		}, place);
		try {
			await take();
		} finally {
			await element
				.page()
				.locator('#mark-of-picture')
				.evaluate((mark) => mark.remove());
		}
	}

	/** Takes a picture that is a part of a page. */
	async take(name: PictureName, frame: Frame | Locator, margins: Margins = {}) {
		const { left } = sidesOf(frame);
		await this.check(name, [left.page()]);
		await writeFile(join(PICTURES_FOLDER, name), await this.shot(frame, margins));
	}

	/** @param margins beyond the elements in the frame */
	async shot(frame: Frame | Locator, margins: Margins = {}) {
		const sides = sidesOf(frame);
		const page = sides.left.page();
		// Before the places are measured: what it hides moves the rest.
		const style = await page.addStyleTag({ content: STYLE });
		try {
			const clip = await clipOf(sides, margins);
			return await page.screenshot({ clip, animations: 'disabled' });
		} finally {
			// It also hides drop-downs.
			await style.evaluate((element) => (element as HTMLElement).remove());
		}
	}

	/** Waits until the pages show what the picture is listed with. */
	async check(name: PictureName, pages: Page[]) {
		const { says = [] }: Picture = PICTURES[name];
		await eventually(async () => {
			const frames = pages.flatMap((page) => page.frames());
			const texts = await Promise.all(frames.map(async (one) => await one.innerText('body')));
			const missing = says.filter((text) => !texts.join('\n').includes(text));
			if (missing.length > 0)
				throw new ToolError(`${name} does not show "${missing.join('", "')}"`);
		});
	}

	/**
	 * Takes several pictures as one.
	 *
	 * @param columns from left to right, of one picture or of several below each other
	 */
	async takeBeside(name: PictureName, columns: Array<Buffer | Buffer[]>) {
		const page = await this.newPage();
		const imageOf = (png: Buffer) => `<img src="data:image/png;base64,${png.toString('base64')}">`;
		const images = columns.map(
			(shots) => `<section>${[shots].flat().map(imageOf).join('')}</section>`,
		);
		await page.setContent(
			`<style>
				body { background: #f4f5f7; }
				main { display: inline-flex; gap: 16px; padding: 16px; align-items: start; }
				section { display: flex; flex-direction: column; gap: 16px; align-items: start; }
				img { zoom: ${1 / SCALE}; border: 2px solid #80868f; border-radius: 12px; background: #fff; }
			</style>
			<main>${images.join('')}</main>`,
		);
		await page.locator('main').screenshot({ path: join(PICTURES_FOLDER, name) });
	}
}

async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
	// The sandbox's policy would refuse the style.
	const settings = { ...BROWSER_PAGE, deviceScaleFactor: SCALE, bypassCSP: true, ...options };
	const visitor = await browser.newContext(settings);
	visitor.setDefaultTimeout(WAIT_LIMIT_MS);
	return await visitor.newPage();
}

function sidesOf(frame: Frame | Locator): Frame {
	return 'left' in frame ? frame : { left: frame, top: frame, right: frame, bottom: frame };
}

async function clipOf(frame: Frame, { left = 0, top = 0, right = 0, bottom = 0 }: Margins) {
	const x = (await boxOf(frame.left)).x - left;
	const y = (await boxOf(frame.top)).y - top;
	const rightmost = await boxOf(frame.right);
	const lowest = await boxOf(frame.bottom);
	return {
		...{ x, width: rightmost.x + rightmost.width + right - x },
		...{ y, height: lowest.y + lowest.height + bottom - y },
	};
}

async function boxOf(element: Locator) {
	await element.waitFor();
	const box = await element.boundingBox();
	if (!box) throw new ToolError(`${element} has gone`);
	return box;
}
