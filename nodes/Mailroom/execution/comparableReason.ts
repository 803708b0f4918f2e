import { PLACE } from '../transport/reasonInWords';

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

/** A text with "…" in place of every word that holds an address. */
export function withoutAddresses(text: string): string {
	const words = text.trim().split(/(\s+)/);
	return words.map((word) => (word.includes('@') ? '…' : word)).join('');
}
