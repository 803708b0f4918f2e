import { PLACE } from '../transport/reasonInWords';

/** A word that names a request and not its problem: a UUID, a number in hex or another long one, a moment. */
const REQUEST_ID =
	/^\W*(?:[a-z]+_)?(?=\S*\d)(?:[\da-f]{8,}|[\da-f]{4,}(?:-[\da-f]{4,})+|[\da-z]{16,}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)?)\W*$/i;

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
	return without((word) => word.includes('@'), text);
}

function withoutIds(text: string): string {
	return without((word) => word.includes('@') || REQUEST_ID.test(word), text);
}

function without(isLeftOut: (word: string) => boolean, text: string): string {
	const words = text.trim().split(/(\s+)/);
	return words.map((word) => (isLeftOut(word) ? '…' : word)).join('');
}
