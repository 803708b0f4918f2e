import { digestOf } from '../digest';
import type { Recipient } from '../execution/Operation';

/** One key and recipient. */
export interface Entry {
	name: string;
	/** Of the one email that the key belongs to. Undefined if it may belong to any. */
	digest?: string;
	/** Whether to claim the entry if an earlier run left it in doubt. */
	evenInDoubt?: boolean;
}

/** Key and recipient are hashed together, because n8n hashes without salt. */
export function entryName(key: string, { kind, name }: Recipient): string {
	return digestOf([kind, key.normalize('NFC'), name]);
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

export function sentValues({ name, digest }: Entry): string[] {
	const ofEmail = digest === undefined ? [] : [`${name}:email ${digest}`];
	return [claimedValue(name), ...ofEmail];
}

/** In this order because the store drops the oldest first, and "claimed" alone means "sent". */
export function claimValues(entry: Entry, takeover: number): string[] {
	return [...sentValues(entry), ...openValues(entry.name, takeover)];
}

/** `free`: the values recorded now claim the entry. `open`: another claim has it. */
export type EntryState = 'free' | 'sent' | 'otherEmail' | 'open';

/** @param stored values that were stored before */
export function stateIn(stored: ReadonlySet<string>, entry: Entry, takeover: number): EntryState {
	const opens = openValues(entry.name, takeover).map((value) => stored.has(value));
	const [isClaimed, isSameEmail = true] = sentValues(entry).map((value) => stored.has(value));
	if (!opens[0] && !isClaimed) return 'free';
	if (!isSameEmail) return 'otherEmail';
	if (!opens[0]) return 'sent';
	return opens.includes(false) ? 'free' : 'open';
}
