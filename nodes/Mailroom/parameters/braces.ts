/** Double braces in a text, where they start and end, and the code between them. */
interface Braces {
	start: number;
	end: number;
	code: string;
}

/** A name of n8n's, such as `$json` or `$('Node')`, but not a price such as `$5`. */
export const N8N_NAME = /\$[A-Za-z_(]/;

const TOKEN = /\\(?:\{\{|\}\}|.)|\{\{|\}\}/gs;

/** Texts in quotation marks. A lone apostrophe is no quotation mark. */
const QUOTED = /\\.|"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'/gs;

/** The double braces of a text as n8n pairs them: the first that open with the next that close, unless escaped by a backslash. */
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

/** The code between the innermost braces: earlier ones may have been left open. */
export function innermostIn(text: string): string[] {
	return bracesIn(text).map(({ code }) => code.split('{{').at(-1) ?? code);
}

/** Code without its quoted texts: the `$pro` of `{{ plan | default: "$pro" }}` is no name of n8n's. */
export function withoutTexts(code: string): string {
	return code.replace(QUOTED, (text) => (text.startsWith('\\') ? text : '""'));
}
