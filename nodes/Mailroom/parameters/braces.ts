/** `$json` or `$('Node')`, but not a price such as `$5`. */
export const N8N_NAME = /\$[A-Za-z_(]/;

/** `{{` and `}}`. A backslash makes text of what follows it. */
const TOKEN = /\\(?:\{\{|\}\}|.)|\{\{|\}\}/gs;

/** `"a \" b"`, or an escaped character outside of quotes */
const QUOTED = /\\.|"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'/gs;

/** Matches braces as n8n does: the first opening ones with the next closing ones. */
export function replaceBraces(
	text: string,
	replacement: (typed: string, code: string) => string,
): string {
	let replaced = '';
	let done = 0;
	let start: number | undefined;
	for (const { 0: token, index } of text.matchAll(TOKEN)) {
		if (token === '{{') start ??= index;
		if (token !== '}}' || start === undefined) continue;
		const typed = text.slice(start, index + 2);
		replaced += text.slice(done, start) + replacement(typed, typed.slice(2, -2));
		done = index + 2;
		start = undefined;
	}
	return replaced + text.slice(done);
}

/** Code in the innermost braces, as earlier ones may be left open: `{{ a {{ b }}` -> ` b ` */
export function innermostIn(text: string): string[] {
	const found: string[] = [];
	replaceBraces(text, (typed, code) => {
		found.push(code.split('{{').at(-1) ?? code);
		return typed;
	});
	return found;
}

/** Empties quoted texts, as `$pro` is not code in `default: "$pro"` -> `default: ""` */
export function withoutTexts(code: string): string {
	return code.replace(QUOTED, (text) => (text.startsWith('\\') ? text : '""'));
}

/** Escapes braces, which would end n8n's code, and line separators, which its parser rejects. */
export function asStringLiteral(text: string): string {
	return JSON.stringify(text).replace(
		/[{}\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
