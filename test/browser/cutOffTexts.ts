/**
 * What a reader cannot read to its end, of all texts that are shown in an element. Runs in the browser.
 *
 * @param {any} root the DOM has no types here
 * @returns {string[]}
 */
function cutOffTexts(root) {
	const { defaultView: window } = root.ownerDocument;
	const ruler = root.ownerDocument.createElement('canvas').getContext('2d');
	/** @param {any} element */
	const isShown = (element) =>
		element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

	/** @param {any} field whose value, or else placeholder, may be longer than it is wide */
	const isTooLong = (field) => {
		const { font, paddingLeft, paddingRight } = window.getComputedStyle(field);
		ruler.font = font;
		const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
		// Texts that just fit are measured with fractions of a pixel.
		return ruler.measureText(field.value || field.placeholder).width > room + 1;
	};

	/** @param {any} text a node of text, which an element around it may cut at its edge, or after some lines */
	const isCut = (text) => {
		const range = root.ownerDocument.createRange();
		range.selectNodeContents(text);
		const { left, right } = range.getBoundingClientRect();
		for (let element = text.parentElement; element !== root; element = element.parentElement) {
			const { overflowX, webkitLineClamp } = window.getComputedStyle(element);
			if (overflowX === 'visible') continue;
			const edge = element.getBoundingClientRect();
			if (left < edge.left - 1 || right > edge.right + 1) return true;
			if (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight) return true;
		}
		return false;
	};

	const fields = [...root.querySelectorAll('input:not([type=checkbox])')].filter(isShown);
	const texts = [];
	const walker = root.ownerDocument.createTreeWalker(root, window.NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) texts.push(walker.currentNode);
	const shownTexts = texts.filter((text) => text.data.trim() !== '' && isShown(text.parentElement));
	return [
		...fields.filter(isTooLong).map((field) => field.value || field.placeholder),
		...shownTexts.filter(isCut).map((text) => text.data.trim()),
	];
}

module.exports = { cutOffTexts };
