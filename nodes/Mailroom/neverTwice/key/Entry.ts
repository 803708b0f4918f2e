import { digestOf } from '../../digest';
import type { Newsletter } from '../newsletter/Newsletter';
import { emailValue, isOtherEmail, type EmailOfKey } from './oneEmailPerKey';
import type { SendOnce } from './options';

/** One Send Once Key and recipient. */
export interface Entry extends EmailOfKey {
	/** Whether to send the email if an earlier run left it in doubt. */
	evenInDoubt?: boolean;
}

/** Whom an email reaches. */
export interface Addressee {
	kind: 'contact' | 'list';
	name: string;
}

/** Undefined without a key. */
export function entryOf({
	sendOnce,
	newsletter,
	...addressee
}: Addressee & { sendOnce?: SendOnce; newsletter?: Newsletter }): Entry | undefined {
	if (!sendOnce) return undefined;
	return {
		name: entryName(sendOnce.key, addressee),
		emailDigest: newsletter?.textDigest,
		evenInDoubt: sendOnce.ifInDoubt === 'send',
	};
}

/** Key and recipient are hashed together, because n8n hashes without salt. */
export function entryName(key: string, { kind, name }: Addressee): string {
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

/** Values that a look adds, in this order because the store drops the oldest first, and "claimed" alone means "sent". */
export function claimValues(entry: Entry): string[] {
	return [...sentValues(entry), openValue(entry.name)];
}

export type EntryState = 'free' | 'open' | 'sent' | 'otherEmail';

/** @param stored values that were stored before */
export function stateIn(stored: ReadonlySet<string>, entry: Entry): EntryState {
	const isOpen = stored.has(openValue(entry.name));
	if (!isOpen && !stored.has(claimedValue(entry.name))) return 'free';
	if (isOtherEmail(stored, entry)) return 'otherEmail';
	return isOpen ? 'open' : 'sent';
}
