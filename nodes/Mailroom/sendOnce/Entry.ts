import { digestOf } from '../digest';
import type { Recipient } from '../run/Operation';

/** One Send Once Key and recipient. */
export interface Entry {
	name: string;
	/** Of the one email that the key belongs to. Undefined if it may belong to any. */
	digest?: string;
	/** Whether to send the email if an earlier run left it in doubt. */
	evenInDoubt?: boolean;
}

/** Key and recipient are hashed together, because n8n hashes without salt. */
export function entryName(key: string, { kind, name }: Recipient): string {
	return digestOf([kind, key.normalize('NFC'), name]);
}

/** Without the open value, it means "sent". */
export function claimedValue(name: string): string {
	return `${name}:claimed`;
}

/** It means "in flight" or "in doubt". */
export function openValue(name: string): string {
	return `${name}:open`;
}

export function sentValues({ name, digest }: Entry): string[] {
	const ofEmail = digest === undefined ? [] : [`${name}:email ${digest}`];
	return [claimedValue(name), ...ofEmail];
}

/** In this order because the store drops the oldest first, and "claimed" alone means "sent". */
export function openValues(entry: Entry): string[] {
	return [...sentValues(entry), openValue(entry.name)];
}

/** `otherEmail`: the key belongs to another email to the list. */
export type EntryState = 'free' | 'open' | 'sent' | 'otherEmail';

/** @param stored values that were stored before */
export function stateIn(stored: ReadonlySet<string>, entry: Entry): EntryState {
	const isOpen = stored.has(openValue(entry.name));
	const [isClaimed, isSameEmail = true] = sentValues(entry).map((value) => stored.has(value));
	if (!isOpen && !isClaimed) return 'free';
	if (!isSameEmail) return 'otherEmail';
	return isOpen ? 'open' : 'sent';
}
