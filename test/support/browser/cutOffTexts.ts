/** Texts in an element that are cut off. Runs in the browser. */
export function cutOffTexts(root: HTMLElement | SVGElement): string[] {
	const ruler = document.createElement('canvas').getContext('2d');
	if (!ruler) throw new Error('This browser cannot measure texts');
	const isShown = (element: Element | null) =>
		element?.checkVisibility({ opacityProperty: true, visibilityProperty: true });

	/** @param field whose value, or else placeholder, may be longer than it is wide */
	const isTooLong = (field: HTMLInputElement) => {
		const { font, paddingLeft, paddingRight } = getComputedStyle(field);
		ruler.font = font;
		const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
		// Texts that just fit are measured with fractions of a pixel.
		return ruler.measureText(field.value || field.placeholder).width > room + 1;
	};

	/** @param text which an element around it may cut at its edge, or after some lines */
	const isCut = (text: Node) => {
		const range = document.createRange();
		range.selectNodeContents(text);
		const { left, right } = range.getBoundingClientRect();
		let element = text.parentElement;
		for (; element && element !== root; element = element.parentElement) {
			const { overflowX, webkitLineClamp } = getComputedStyle(element);
			if (overflowX === 'visible') continue;
			const edge = element.getBoundingClientRect();
			if (left < edge.left - 1 || right > edge.right + 1) return true;
			if (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight) return true;
		}
		return false;
	};

	const inputs = root.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])');
	const fields = [...inputs].filter(isShown);
	const texts: Node[] = [];
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) texts.push(walker.currentNode);
	const written = (text: Node) => (text.nodeValue ?? '').trim();
	const shownTexts = texts.filter((text) => written(text) !== '' && isShown(text.parentElement));
	return [
		...fields.filter(isTooLong).map((field) => field.value || field.placeholder),
		...shownTexts.filter(isCut).map(written),
	];
}
