import { createHash, randomUUID } from 'node:crypto';

export interface EmailOfKey {
	kind: 'contact' | 'list';
	key: string;
	/** A normalized address, or the name of a list. */
	recipient: string;
}

/** Key and recipient are hashed together, because n8n hashes without salt. */
export function sendOnceEntry({ kind, key, recipient }: EmailOfKey): string {
	return emailDigest([kind, key.normalize('NFC'), recipient]);
}

export function emailDigest(texts: string[]): string {
	return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

export function newMark(): string {
	return `${randomUUID()}:mark`;
}

export interface EntryAsked {
	name: string;
	/** Undefined if the key may belong to any email. */
	digest?: string;
}

/** Without an open value, it means "sent". */
export function claimedValue(name: string): string {
	return `${name}:claimed`;
}

/**
 * They mean "in flight" or "in doubt".
 *
 * @param takeover 0 for the first claim, and one more for each claim of an entry in doubt, which adds a value
 */
export function openValues(name: string, takeover = 0): string[] {
	const ofTakeovers = Array.from({ length: takeover }, (_, index) => `${name}:open ${index + 1}`);
	return [`${name}:open`, ...ofTakeovers];
}

export function sentValues({ name, digest }: EntryAsked): string[] {
	const ofEmail = digest === undefined ? [] : [`${name}:email ${digest}`];
	return [claimedValue(name), ...ofEmail];
}

/** In this order because the store drops the oldest first, and "claimed" alone means "sent". */
export function claimValues(asked: EntryAsked, takeover: number): string[] {
	return [...sentValues(asked), ...openValues(asked.name, takeover)];
}

/** `free`: the values recorded now claim the entry. `open`: another claim has it. */
export type EntryState = 'free' | 'sent' | 'otherEmail' | 'open';

/** @param stored values that were stored before */
export function stateIn(
	stored: ReadonlySet<string>,
	asked: EntryAsked,
	takeover: number,
): EntryState {
	const opens = openValues(asked.name, takeover);
	const isOpen = stored.has(opens[0]);
	const [isClaimed, isSameEmail = true] = sentValues(asked).map((value) => stored.has(value));
	if (!isOpen && !isClaimed) return 'free';
	if (!isSameEmail) return 'otherEmail';
	if (!isOpen) return 'sent';
	return opens.every((value) => stored.has(value)) ? 'open' : 'free';
}
