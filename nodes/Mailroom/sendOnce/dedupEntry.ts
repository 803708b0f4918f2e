import { createHash, randomUUID } from 'node:crypto';

export interface EmailOfKey {
	kind: 'contact' | 'list';
	key: string;
	/** A normalized address, or the name of a list. */
	recipient: string;
}

/** Key and recipient are hashed together, because n8n hashes without salt. */
export function sendOnceEntry({ kind, key, recipient }: EmailOfKey): string {
	return hashOf([kind, key.normalize('NFC'), recipient]);
}

export function emailDigest(texts: string[]): string {
	return hashOf(texts);
}

function hashOf(texts: string[]): string {
	return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
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
 * Means "in flight" or "in doubt".
 *
 * @param takeover 0 for the first claim, then one more for each claim of an entry in doubt
 */
export function openValue(name: string, takeover = 0): string {
	return takeover === 0 ? `${name}:open` : `${name}:open ${takeover}`;
}

export function openValues(name: string, takeover: number): string[] {
	return Array.from({ length: takeover + 1 }, (_, index) => openValue(name, index));
}

function emailValues({ name, digest }: EntryAsked): string[] {
	return digest === undefined ? [] : [`${name}:email ${digest}`];
}

export function sentValues(asked: EntryAsked): string[] {
	return [claimedValue(asked.name), ...emailValues(asked)];
}

/** In this order because the store drops the oldest first, and "claimed" alone means "sent". */
export function claimValues(asked: EntryAsked, takeover: number): string[] {
	return [...sentValues(asked), ...openValues(asked.name, takeover)];
}

export function newMark(): string {
	return `${randomUUID()}:mark`;
}

/** `free`: whoever has recorded the values now has claimed the entry. `open`: belongs to another claim. */
export type EntryState = 'free' | 'sent' | 'otherEmail' | 'open';

/** @param stored values that were stored before the claim was recorded */
export function stateIn(
	stored: ReadonlySet<string>,
	asked: EntryAsked,
	takeover: number,
): EntryState {
	const { name } = asked;
	const isOpen = stored.has(openValue(name));
	if (!isOpen && !stored.has(claimedValue(name))) return 'free';
	if (emailValues(asked).some((value) => !stored.has(value))) return 'otherEmail';
	if (!isOpen) return 'sent';
	return stored.has(openValue(name, takeover)) ? 'open' : 'free';
}
