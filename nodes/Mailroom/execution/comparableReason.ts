/** The place of an item in a request, as validators write it. */
const PLACE = /\b(contacts?|contactEmails)(?:\[\d{1,5}\]|[./]\d{1,5}(?!\w)| ?-> ?\d{1,5}(?!\w))/g;

/**
 * What reasons have in common that are the same but for the item that each is about: places in the request and addresses are
 * taken out, and what is said of several items is said once.
 *
 * @param reason in the service's words
 */
export function comparableReason(reason: string, status: number | undefined): string {
	const parts = reason.replace(PLACE, '$1').split(/[;\n]/).map(withoutAddresses);
	return [status, ...new Set(parts)].join('; ');
}

/** A text with "…" in place of every address. */
export function withoutAddresses(text: string): string {
	return text
		.split(/(\s+)/)
		.map((word) => (word.includes('@') ? withoutAddress(word) : word))
		.join('')
		.trim();
}

/** What stands around an address in a word, such as quotation marks, belongs to the sentence. */
function withoutAddress(word: string): string {
	const [start = ''] = /^["'`(<[{]*/.exec(word) ?? [];
	const end = [...word].reverse().findIndex((character) => /[\p{L}\p{N}]/u.test(character));
	return `${start}…${end > 0 ? word.slice(-end) : ''}`;
}
