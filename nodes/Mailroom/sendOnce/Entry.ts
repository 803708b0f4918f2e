import { digestOf } from '../digest';
import type { Recipient } from '../run/Operation';
import { emailValue, isOtherEmail, type EmailOfKey } from './oneEmailPerKey';

/** One Send Once Key and recipient. */
export interface Entry extends EmailOfKey {
	/** Name in histories of earlier versions, if it differs. */
	formerName?: string;
	/** Whether to send the email if an earlier run left it in doubt. */
	evenInDoubt?: boolean;
}

export function entryNames(
	key: string,
	{ kind, name, formerName }: Recipient,
): Pick<Entry, 'name' | 'formerName'> {
	const former = formerName === undefined ? undefined : entryName(key, { kind, name: formerName });
	return { name: entryName(key, { kind, name }), formerName: former };
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

/** Values that stay when the email was sent. */
export function sentValues(entry: Entry): string[] {
	const email = emailValue(entry);
	return [claimedValue(entry.name), ...(email === undefined ? [] : [email])];
}

/** Values that are removed when the email was sent. Those of the former name are only added to learn whether they were there. */
export function transientValues({ name, formerName }: Entry): string[] {
	const former = formerName === undefined ? [] : [claimedValue(formerName), openValue(formerName)];
	return [...former, openValue(name)];
}

/** Values that a look adds, in this order because the store drops the oldest first, and "claimed" alone means "sent". */
export function claimValues(entry: Entry): string[] {
	return [...sentValues(entry), ...transientValues(entry)];
}

export type EntryState = 'free' | 'open' | 'sent' | 'otherEmail';

/** @param stored values that were stored before */
export function stateIn(stored: ReadonlySet<string>, entry: Entry): EntryState {
	const { name, formerName = name } = entry;
	const hasOne = (valueOf: (name: string) => string) =>
		[name, formerName].some((one) => stored.has(valueOf(one)));
	const isOpen = hasOne(openValue);
	if (!isOpen && !hasOne(claimedValue)) return 'free';
	if (isOtherEmail(stored, entry)) return 'otherEmail';
	return isOpen ? 'open' : 'sent';
}
