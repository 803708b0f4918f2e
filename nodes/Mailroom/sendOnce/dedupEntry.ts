import { createHash } from 'node:crypto';

/** An email as the history knows it: by its key, for one recipient. */
export interface EmailOfKey {
	kind: 'contact' | 'list';
	/** Entered by the user as Send Once Key. */
	key: string;
	/** The one form of all spellings of a contact's address, or the name of a list. */
	recipient: string;
}

/**
 * Its name in the history: neither the key nor the address can be guessed from it without the other, as n8n's store
 * keeps values under a hash without salt. Keys that look the same are the same, however their letters are composed.
 */
export function sendOnceEntry({ kind, key, recipient }: EmailOfKey): string {
	return hashOf([kind, key.normalize('NFC'), recipient]);
}

/** Tells an email from another one with the same key. */
export function emailDigest(texts: string[]): string {
	return hashOf(texts);
}

function hashOf(texts: string[]): string {
	return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** An entry that is to be claimed. */
export interface EntryAsked {
	name: string;
	/** Of the only email that the entry may be for; undefined where it may be for any. */
	digest?: string;
}

/** Stored from the claim of an entry on, for as long as the history remembers it. Alone it means that the email was sent. */
export function claimedValue(name: string): string {
	return `${name}:claimed`;
}

/** Stored while the outcome of a claim is not known: in flight, or in doubt. */
export function openValue(name: string): string {
	return `${name}:open`;
}

/** How long a lease counts, in ms: one that was not renewed for two periods was left behind by a process that has ended. */
const LEASE_MS = 10_000;

/** @param timeOfDay in ms since 1970 */
export function leasePeriod(timeOfDay: number): number {
	return Math.floor(timeOfDay / LEASE_MS);
}

/** Stored while the process that made a claim is alive. Those of two periods, as the clocks of two machines differ. */
export function leaseValues(name: string, period: number): string[] {
	return [period, period + 1].map((one) => `${name}:lease ${one}`);
}

/** Says which email it was that was claimed; none where it may have been any. */
export function emailValues({ name, digest }: EntryAsked): string[] {
	return digest === undefined ? [] : [`${name}:email ${digest}`];
}

/**
 * The values that a claim stores. The store drops the oldest first: "open" must never go before "claimed", which alone means "sent".
 */
export function valuesOfClaim(asked: EntryAsked, period: number): string[] {
	const { name } = asked;
	return [claimedValue(name), ...emailValues(asked), openValue(name), ...leaseValues(name, period)];
}

/**
 * The state of an entry before its claim was recorded. `expired`: somebody has claimed it, and has no lease of this period.
 * `otherEmail`: it was claimed for another email than the one asked for.
 */
export type EntryState = 'free' | 'sent' | 'inFlight' | 'expired' | 'otherEmail';

/** @param there those of the values of the claim that the store had before */
export function stateIn(there: ReadonlySet<string>, asked: EntryAsked, period: number): EntryState {
	const isOpen = there.has(openValue(asked.name));
	if (!isOpen && !there.has(claimedValue(asked.name))) return 'free';
	if (emailValues(asked).some((value) => !there.has(value))) return 'otherEmail';
	if (!isOpen) return 'sent';
	const isAlive = leaseValues(asked.name, period).some((lease) => there.has(lease));
	return isAlive ? 'inFlight' : 'expired';
}
