import type { Page } from 'playwright-core';
import type { Painted } from './contrast';

/** Controls that are disabled need no contrast, and a mail looks as its author likes. */
const TEXTS = 'body *:not(:disabled, option, iframe, title, desc, defs *)';
const GRAPHICS = '.chart rect, .chart line, .swatch rect';

/** All text that a page shows, and the graphics that say something. */
export async function painted(page: Page): Promise<Painted[]> {
	const texts = await page.locator(TEXTS).evaluateAll(describe, false);
	const graphics = await page.locator(GRAPHICS).evaluateAll(describe, true);
	return [...texts, ...graphics];
}

/** Runs in the page. */
function describe(elements: Element[], areGraphics: boolean): Painted[] {
	const hasText = ({ childNodes }: Element) =>
		[...childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
	const isTransparent = (one: Element) =>
		getComputedStyle(one).backgroundColor === 'rgba(0, 0, 0, 0)';
	return elements
		.filter((element) => element.checkVisibility() && (areGraphics || hasText(element)))
		.map((element) => {
			const style = getComputedStyle(element);
			let ground = element;
			while (isTransparent(ground) && ground.parentElement) ground = ground.parentElement;
			const isDrawn = element.namespaceURI?.endsWith('svg');
			const ink =
				element.tagName === 'line'
					? style.stroke
					: isDrawn && !areGraphics
						? style.fill
						: style.color;
			return {
				what: `${element.tagName.toLowerCase()}.${element.getAttribute('class')} ${(element.textContent ?? '').trim().slice(0, 30)}`,
				colour: ink,
				ground: getComputedStyle(ground).backgroundColor,
				size: areGraphics ? 0 : parseFloat(style.fontSize),
				isBold: Number(style.fontWeight) >= 700,
			};
		});
}
