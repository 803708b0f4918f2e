/** Text that is HTML already, so that `html` puts it in as it is. */
class Html {
	/** @param {string} text */
	constructor(text) {
		this.text = text;
	}

	toString() {
		return this.text;
	}
}

/** @type {Record<string, string>} */
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * HTML from a template. Every value is escaped unless it came from here itself, so that no page can forget it.
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values arrays are joined; null, undefined and false are left out
 */
function html(strings, ...values) {
	return new Html(strings.reduce((before, string, i) => before + toHtml(values[i - 1]) + string));
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function toHtml(value) {
	if (value instanceof Html) return value.text;
	if (Array.isArray(value)) return value.map(toHtml).join('');
	if (value === null || value === undefined || value === false) return '';
	return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character]);
}

module.exports = { html, Html };
