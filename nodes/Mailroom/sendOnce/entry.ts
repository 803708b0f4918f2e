import { createHash } from 'node:crypto';

/** What the history knows: an email, by its key, for one recipient. */
export interface EmailOfKey {
	kind: 'contact' | 'list';
	/** What the user entered as Send Once Key. */
	key: string;
	/** What all spellings of a contact's address have in common, or the name of a list. */
	recipient: string;
}

/**
 * Its name in the history: neither the key nor the address can be guessed from it without the other, as n8n's store
 * keeps values under a hash without salt.
 */
export function sendOnceEntry({ kind, key, recipient }: EmailOfKey): string {
	return createHash('sha256')
		.update(JSON.stringify([kind, key, recipient]))
		.digest('hex');
}

/** Stored from the claim of an entry on, for as long as the history remembers it. */
export function claimedValue(entry: string): string {
	return `${entry}:claimed`;
}

/** Stored while the outcome of a claim is not known: with it an entry is in doubt for whoever did not claim it. */
export function openValue(entry: string): string {
	return `${entry}:open`;
}

/** What a claim stores. The store drops the oldest first: "open" must never go before "claimed", which alone means "sent". */
export function valuesOfClaim(entry: string): string[] {
	return [claimedValue(entry), openValue(entry)];
}
