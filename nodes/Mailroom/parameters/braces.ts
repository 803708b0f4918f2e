interface Braces {
	start: number;
	end: number;
	code: string;
}

/** `$json` or `$('Node')`, but not a price such as `$5`. */
export const N8N_NAME = /\$[A-Za-z_(]/;

const TOKEN = /\\(?:\{\{|\}\}|.)|\{\{|\}\}/gs;

const QUOTED = /\\.|"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'/gs;

/** Matched as n8n does: the first opening braces with the next closing ones. */
function bracesIn(text: string): Braces[] {
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

export function replaceBraces(
	text: string,
	replacement: (typed: string, code: string) => string,
): string {
	let replaced = '';
	let done = 0;
	for (const { start, end, code } of bracesIn(text)) {
		replaced += text.slice(done, start) + replacement(text.slice(start, end), code);
		done = end;
	}
	return replaced + text.slice(done);
}

/** Code in the innermost braces, as earlier ones may be left open. */
export function innermostIn(text: string): string[] {
	return bracesIn(text).map(({ code }) => code.split('{{').at(-1) ?? code);
}

/** Empties quoted texts: `$pro` in `default: "$pro"` is not code. */
export function withoutTexts(code: string): string {
	return code.replace(QUOTED, (text) => (text.startsWith('\\') ? text : '""'));
}
