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

/** Alone, it means "sent". */
export function claimedValue(name: string): string {
	return `${name}:claimed`;
}

/** Means "in flight" or "in doubt". */
export function openValue(name: string): string {
	return `${name}:open`;
}

const LEASE_MS = 10_000;

/** @param timeOfDay in ms since 1970 */
export function leasePeriod(timeOfDay: number): number {
	return Math.floor(timeOfDay / LEASE_MS);
}

/** Leases of two periods, because clocks differ. */
export function leaseValues(name: string, period: number): string[] {
	return [period, period + 1].map((one) => `${name}:lease ${one}`);
}

export function newMark(): string {
	return `${randomUUID()}:mark`;
}

export function emailValues({ name, digest }: EntryAsked): string[] {
	return digest === undefined ? [] : [`${name}:email ${digest}`];
}

/** In this order because the store drops the oldest first, and "claimed" alone means "sent". */
export function valuesOfClaim(asked: EntryAsked, period: number): string[] {
	const { name } = asked;
	return [claimedValue(name), ...emailValues(asked), openValue(name), ...leaseValues(name, period)];
}

/** `expired`: open without a lease of this period. */
export type EntryState = 'free' | 'sent' | 'inFlight' | 'expired' | 'otherEmail';

export function stateIn(
	stored: ReadonlySet<string>,
	asked: EntryAsked,
	period: number,
): EntryState {
	const isOpen = stored.has(openValue(asked.name));
	if (!isOpen && !stored.has(claimedValue(asked.name))) return 'free';
	if (emailValues(asked).some((value) => !stored.has(value))) return 'otherEmail';
	if (!isOpen) return 'sent';
	const isAlive = leaseValues(asked.name, period).some((lease) => stored.has(lease));
	return isAlive ? 'inFlight' : 'expired';
}
