import type { Frame, Page } from 'playwright-core';

/** isMarked: whether one can see that it has the focus. */
type Focused = { name: string; isMarked: boolean };

/** What has the focus: its text or its title. */
export async function focused(page: Page): Promise<Focused> {
	const element = await active(page);
	const frame = await element.contentFrame();
	if (!frame) return await element.evaluate(describe);
	// The mark is on what has the focus inside.
	const { isMarked } = await (await active(frame)).evaluate(describe);
	return { name: `${await element.getAttribute('title')}`, isMarked };
}

async function active(frame: Pick<Frame, 'evaluateHandle'>) {
	const element = (await frame.evaluateHandle(() => document.activeElement)).asElement();
	if (!element) throw new Error('Nothing has the focus');
	return element;
}

/** Runs in the page. */
function describe(element: Element): Focused {
	const { outlineStyle, outlineWidth } = getComputedStyle(element);
	const { left, top, right, bottom } = element.getBoundingClientRect();
	const isInView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
	const labels = 'labels' in element && element.labels instanceof NodeList ? element.labels : [];
	return {
		name: ((labels[0] ?? element).textContent ?? '').trim().replace(/\s+/g, ' '),
		isMarked: isInView && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
	};
}
