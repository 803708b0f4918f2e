/** @typedef {{ name: string, isMarked: boolean }} Focused isMarked: whether one can see that it has the focus */

/**
 * What has the focus: its text or its title.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<Focused>}
 */
async function focused(page) {
	const element = await active(page);
	const frame = await element.contentFrame();
	if (!frame) return await element.evaluate(describe);
	// The mark is on what has the focus inside.
	const { isMarked } = await (await active(frame)).evaluate(describe);
	return { name: `${await element.getAttribute('title')}`, isMarked };
}

/** @param {Pick<import('playwright-core').Frame, 'evaluateHandle'>} frame */
async function active(frame) {
	const element = (await frame.evaluateHandle('document.activeElement')).asElement();
	if (!element) throw new Error('Nothing has the focus');
	return element;
}

/**
 * Runs in the page.
 * @param {any} element
 * @returns {Focused}
 */
function describe(element) {
	const view = element.ownerDocument.defaultView;
	const { outlineStyle, outlineWidth } = view.getComputedStyle(element);
	const { left, top, right, bottom } = element.getBoundingClientRect();
	const isInView = left >= 0 && top >= 0 && right <= view.innerWidth && bottom <= view.innerHeight;
	return {
		name: (element.labels?.[0] ?? element).textContent.trim().replace(/\s+/g, ' '),
		isMarked: isInView && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
	};
}

module.exports = { focused };
