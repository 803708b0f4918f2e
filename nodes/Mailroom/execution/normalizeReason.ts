import { PLACE } from '../transport/describeReason';

/** Words that name a request and not its problem: a number in hex, a UUID, another long id, a time. */
const REQUEST_IDS = [
	/^[\da-f]{8,}$/i,
	/^[\da-f]{4,}(?:-[\da-f]{4,})+$/i,
	/^[\da-z]{16,}$/i,
	/^\d{4}-\d\d-\d\dT[\d:.+-]+Z?$/,
];

/**
 * Reasons that differ only by the item and the request that they are about have one normalized form: without places in the
 * request, addresses and ids, and with what is said of several items said once.
 *
 * @param reason in the service's words
 */
export function normalizeReason(reason: string, status: number | undefined): string {
	const parts = reason.replace(PLACE, '$1').split(/[;\n]/).map(withoutIds);
	return [status, ...new Set(parts)].join('; ');
}

/** A text with "…" in place of every word that holds an address. */
export function withoutAddresses(text: string): string {
	const words = text.trim().split(/(\s+)/);
	return words.map((word) => (word.includes('@') ? '…' : word)).join('');
}

function withoutIds(text: string): string {
	return withoutAddresses(text).replace(/[\w.:+-]{8,}/g, (word) => (isId(word) ? '…' : word));
}

function isId(word: string): boolean {
	// An id may stand behind its kind: `req_01HF7YAT31ZX8KQ4`.
	const id = word.slice(word.lastIndexOf('_') + 1).replace(/[.:]$/, '');
	return /\d/.test(id) && REQUEST_IDS.some((pattern) => pattern.test(id));
}
