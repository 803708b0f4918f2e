import { joinSentences } from '../joinSentences';

const COLUMN = 'Column "';
const MAX_SHOWN_LENGTH = 80;

/** A value that the user must change before anything can be sent. */
export class InvalidParameter extends Error {
	readonly problem: string;

	/** @param parameter its name in the form, or the result of `columnPlace` */
	constructor(
		readonly parameter: string,
		problem: string,
		readonly advice?: string,
	) {
		const named = `${parameter.startsWith(COLUMN) ? parameter : `"${parameter}"`} ${problem}`;
		super(joinSentences(named, advice));
		this.problem = named;
	}
}

export function columnPlace(name: string): string {
	return `${COLUMN}${shownBare(name)}"`;
}

/** Quotes a value for a message, shortened to one line. */
export function shown(value: unknown): string {
	return `"${shownBare(value)}"`;
}

export function shownBare(value: unknown): string {
	const text = typeof value === 'object' ? JSON.stringify(value, bigIntAsText) : String(value);
	// n8n's editor takes angle brackets for HTML and hides the text between them.
	const line = text.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›');
	return shortened(line, MAX_SHOWN_LENGTH);
}

export function shortened(text: string, maxLength: number): string {
	return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** JSON has no such numbers. */
function bigIntAsText(_: string, value: unknown): unknown {
	return typeof value === 'bigint' ? String(value) : value;
}

/** Such as "a, b, c, d, e and 2 more". */
export function firstOf(names: string[], most = 5): string {
	const rest = names.length - most;
	const more = rest > 0 ? ` and ${rest.toLocaleString('en-US')} more` : '';
	return `${names.slice(0, most).join(', ')}${more}`;
}
