/** Double braces in a text, and what stands between them. */
export interface Braces {
	/** Where they open and where they have closed. */
	start: number;
	end: number;
	code: string;
}

/** A name of n8n's, such as `$json` or `$('Node')`; a sum such as `$5` is none. */
export const N8N_NAME = /\$[A-Za-z_(]/;

/**
 * The double braces of a text, as n8n finds code in an expression: from those that open to the next that close. After an odd
 * number of backslashes they are text.
 */
export function bracesIn(text: string): Braces[] {
	const found: Braces[] = [];
	let done = 0;
	for (;;) {
		const start = findUnescaped(text, '{{', done);
		const close = start === -1 ? -1 : findUnescaped(text, '}}', start + 2);
		if (close === -1) return found;
		done = close + 2;
		found.push({ start, end: done, code: text.slice(start + 2, close) });
	}
}

/** What stands between the innermost braces of a text: others may be left open before them. */
export function innermostIn(text: string): string[] {
	return bracesIn(text).map(({ code }) => code.split('{{').at(-1) ?? code);
}

/** Code without its texts: `{{ plan | default: "$pro" }}` is a tag of the service, and `"$pro"` no name of n8n's. */
export function withoutTexts(code: string): string {
	let result = '';
	let opened: number | undefined;
	for (let index = 0; index < code.length; index++) {
		const character = code[index];
		if (opened === undefined && (character === '"' || character === "'")) opened = index;
		else if (opened === undefined) result += character;
		else if (character === '\\') index++;
		else if (character === code[opened]) {
			result += '""';
			opened = undefined;
		}
	}
	// An apostrophe is no quotation mark.
	return opened === undefined ? result : result + code.slice(opened);
}

/** n8n counts no backslashes before `begin`, where the piece that it looks at starts. */
function findUnescaped(text: string, braces: string, begin: number): number {
	let from = begin;
	for (;;) {
		const at = text.indexOf(braces, from);
		if (at === -1) return -1;
		if (backslashesBetween(text, begin, at) % 2 === 0) return at;
		from = at + braces.length;
	}
}

/** How many backslashes stand right before a place. */
function backslashesBetween(text: string, begin: number, at: number): number {
	let first = at;
	while (first > begin && text[first - 1] === '\\') first--;
	return at - first;
}
