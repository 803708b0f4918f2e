/**
 * @typedef {import('./contrast').Painted} Painted
 * @typedef {import('playwright-core').Page} Page
 */

/** Controls that are disabled need no contrast, and a mail looks as its author likes. */
const TEXTS = 'body *:not(:disabled, option, iframe, title, desc, defs *)';
const GRAPHICS = '.chart rect, .chart line, .swatch rect';

/**
 * All text that a page shows, and the graphics that say something.
 * @param {Page} page
 * @returns {Promise<Painted[]>}
 */
async function painted(page) {
	const texts = await page.locator(TEXTS).evaluateAll(describe, false);
	const graphics = await page.locator(GRAPHICS).evaluateAll(describe, true);
	return [...texts, ...graphics];
}

/**
 * Runs in the page.
 * @param {any[]} elements
 * @param {boolean} areGraphics
 * @returns {Painted[]}
 */
function describe(elements, areGraphics) {
	const hasText = (/** @type {any} */ { childNodes }) =>
		[...childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
	return elements
		.filter((element) => element.checkVisibility() && (areGraphics || hasText(element)))
		.map((element) => {
			const { getComputedStyle } = element.ownerDocument.defaultView;
			const style = getComputedStyle(element);
			let ground = element;
			while (getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') {
				ground = ground.parentElement;
			}
			const isDrawn = element.namespaceURI.endsWith('svg');
			const ink =
				element.tagName === 'line'
					? style.stroke
					: isDrawn && !areGraphics
						? style.fill
						: style.color;
			return {
				what: `${element.tagName.toLowerCase()}.${element.getAttribute('class')} ${element.textContent.trim().slice(0, 30)}`,
				colour: ink,
				ground: getComputedStyle(ground).backgroundColor,
				size: areGraphics ? 0 : parseFloat(style.fontSize),
				isBold: Number(style.fontWeight) >= 700,
			};
		});
}

module.exports = { painted };
