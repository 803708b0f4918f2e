/** Double braces in a text, and the code between them. */
export interface Braces {
	/** Where they open and where they have closed. */
	start: number;
	end: number;
	code: string;
}

/** A name of n8n's, such as `$json` or `$('Node')`; a sum such as `$5` is none. */
export const N8N_NAME = /\$[A-Za-z_(]/;

/** Braces that open or close, and what a backslash takes its meaning from. */
const TOKEN = /\\(?:\{\{|\}\}|.)|\{\{|\}\}/gs;

/**
 * The double braces of a text, as n8n finds code in an expression: from those that open to the next that close. After an odd
 * number of backslashes they are text.
 */
export function bracesIn(text: string): Braces[] {
	const found: Braces[] = [];
	let start: number | undefined;
	for (const { 0: token, index } of text.matchAll(TOKEN)) {
		if (token === '{{') start ??= index;
		if (token !== '}}' || start === undefined) continue;
		found.push({ start, end: index + 2, code: text.slice(start + 2, index) });
		start = undefined;
	}
	return found;
}

/** A text with something else in place of each of its pairs of braces. */
export function replaceBraces(
	text: string,
	replacement: (typed: string, code: string) => string,
): string {
	let result = '';
	let done = 0;
	for (const { start, end, code } of bracesIn(text)) {
		result += text.slice(done, start) + replacement(text.slice(start, end), code);
		done = end;
	}
	return result + text.slice(done);
}

/** The code between the innermost braces of a text: others may be left open before them. */
export function innermostIn(text: string): string[] {
	return bracesIn(text).map(({ code }) => code.split('{{').at(-1) ?? code);
}

/** Texts in quotation marks. An apostrophe that stands alone is no quotation mark. */
const QUOTED = /\\.|"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'/gs;

/** Code without its texts: `{{ plan | default: "$pro" }}` is a tag of the service, and `"$pro"` no name of n8n's. */
export function withoutTexts(code: string): string {
	return code.replace(QUOTED, (text) => (text.startsWith('\\') ? text : '""'));
}
