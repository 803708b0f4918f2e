import MarkdownIt from 'markdown-it';

const { escapeHtml } = new MarkdownIt().utils;

/** Text that is HTML already, so that `html` puts it in as it is. */
export class Html {
	constructor(readonly text: string) {}

	toString() {
		return this.text;
	}
}

/**
 * HTML from a template. Every value is escaped unless it came from here itself, so that no page can forget it. Attributes need
 * double quotes.
 * @param values arrays are joined; null, undefined and false are left out
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]) {
	return new Html(strings.reduce((before, string, i) => before + toHtml(values[i - 1]) + string));
}

function toHtml(value: unknown): string {
	if (value instanceof Html) return value.text;
	if (Array.isArray(value)) return value.map(toHtml).join('');
	if (value === null || value === undefined || value === false) return '';
	return escapeHtml(String(value));
}
