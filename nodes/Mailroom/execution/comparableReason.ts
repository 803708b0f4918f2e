import { PLACE } from '../transport/describeReason';

/** What names a request and not its problem: a number in hex, a UUID, another long one, a moment. */
const REQUEST_IDS = [
	/^[\da-f]{8,}$/i,
	/^[\da-f]{4,}(?:-[\da-f]{4,})+$/i,
	/^[\da-z]{16,}$/i,
	/^\d{4}-\d\d-\d\dT[\d:.+-]+Z?$/,
];

/**
 * The common form of reasons that are the same but for the item and the request that each is about: places in the request,
 * addresses and ids are taken out, and what is said of several items is said once.
 *
 * @param reason in the service's words
 */
export function comparableReason(reason: string, status: number | undefined): string {
	const parts = reason.replace(PLACE, '$1').split(/[;\n]/).map(withoutIds);
	return [status, ...new Set(parts)].join('; ');
}

/** A text with "…" in place of every word that holds an address. */
export function withoutAddresses(text: string): string {
	const words = text.trim().split(/(\s+)/);
	return words.map((word) => (word.includes('@') ? '…' : word)).join('');
}

function withoutIds(text: string): string {
	const isId = (word: string) => {
		// Behind a word for what it is: `req_01HF7YAT31ZX8KQ4`.
		const id = word.slice(word.lastIndexOf('_') + 1).replace(/[.:]$/, '');
		return /\d/.test(id) && REQUEST_IDS.some((pattern) => pattern.test(id));
	};
	return withoutAddresses(text).replace(/[\w.:+-]{8,}/g, (word) => (isId(word) ? '…' : word));
}
