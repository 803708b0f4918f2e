const MAX_SHOWN_LENGTH = 80;

/** How to repeat what was not sent. `forNoRetry` replaces it where n8n offers no Retry. */
export const RETRY_ADVICE =
	'select "Retry with currently saved workflow (from node with error)" in the list of executions.';

/**
 * Replaces the advice on n8n's Retry. An execution that has ended without an error has no such entry, and a language model can't select it.
 *
 * @param isTool whether the node is a tool
 */
export function forNoRetry(advice: string | undefined, isTool: boolean): string | undefined {
	return advice?.replace(
		RETRY_ADVICE,
		isTool ? 'try again.' : 'run the workflow with only those items.',
	);
}

/** Quotes a value for a message, shortened to one line. */
export function shown(value: unknown): string {
	return `"${shownBare(value)}"`;
}

export function shownBare(value: unknown): string {
	const text = textOf(value);
	// n8n's editor takes angle brackets for HTML and hides the text between them.
	const line = text.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›');
	return shortened(line, MAX_SHOWN_LENGTH);
}

/** Objects become JSON, if they can. */
export function textOf(value: unknown): string {
	try {
		const json = typeof value === 'object' ? JSON.stringify(value, bigIntAsText) : undefined;
		return json ?? String(value);
	} catch {
		// An object that contains itself.
		return Object.prototype.toString.call(value);
	}
}

/** JSON has no such numbers. */
function bigIntAsText(_: string, value: unknown): unknown {
	return typeof value === 'bigint' ? String(value) : value;
}

export function shortened(text: string, maxLength: number): string {
	return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Such as "a, b, c, d, e and 2 more". */
export function firstOf(names: string[], most = 5): string {
	const rest = names.length - most;
	const more = rest > 0 ? ` and ${rest.toLocaleString('en-US')} more` : '';
	return `${names.slice(0, most).join(', ')}${more}`;
}

/** Joins sentences, with periods between them. */
export function joinSentences(...sentences: Array<string | null | undefined>): string {
	return sentences
		.filter((sentence) => sentence)
		.reduce<string>(
			(text, sentence) => (text ? `${withPeriod(text)} ${sentence}` : `${sentence}`),
			'',
		);
}

function withPeriod(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
