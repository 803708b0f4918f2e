import { createHash, randomBytes } from 'node:crypto';
import {
	ContactMemory,
	FINGERPRINT_BYTES,
	ID_BYTES,
	type KnownContact,
	type MemoryHeader,
} from './ContactMemory';

/*
 * The memory as one text: n8n keeps it with the workflow, compares it, and copies it into every execution that the trigger starts.
 * Words separated by spaces: the version, a checksum of the rest, the header, the contacts in bytes as base64, and their addresses
 * where they are kept. 16 characters a contact up to 5 lists, 22 up to 37, and the names of the lists once.
 */

const VERSION = '2';
const CHECKSUM_LENGTH = 6;
/** The id, fingerprint and turn. The flags and lists follow. */
const FIXED_BYTES = ID_BYTES + FINGERPRINT_BYTES + 2;
const FLAGS = 3;
/** Up to so many lists there is a bit for each behind the flags. Of more, behind the flags, there is how many bytes of lists follow. */
const MOST_LISTS_BY_BIT = 45;
/** These are the places of the lists that the contact is on, or, where that is shorter, ... */
const MOST_LISTS_BY_PLACE = 256;
/** ... a bit for each list, which this stands for. */
const BITS = 31;
/** Whoever looks at the text sees no name that belongs to a person, and no separator inside of a word. */
const SEPARATORS = /[\s,%]/g;

/** The kept text cannot be read. */
export class UnreadableMemory extends Error {}

/** Knows nothing yet. */
export function emptyMemory(
	known: Pick<MemoryHeader, 'project' | 'isAnew'>,
	keepsAddresses: boolean,
): ContactMemory {
	const salt = randomBytes(6).toString('base64');
	const look = { isFirst: true, repeats: 0, page: 1, total: undefined, hasMoved: false, spare: 0 };
	return new ContactMemory({ ...known, salt, ...look, nextTurn: 0, lists: [] }, keepsAddresses);
}

export function memoryText({ header, contacts, keepsAddresses }: ContactMemory): string {
	const { project, salt, isAnew, lists } = header;
	const { isFirst, repeats, page, total, hasMoved, spare, nextTurn } = header;
	const known = [...contacts];
	const words = [
		project,
		salt,
		[+isAnew, +isFirst, repeats, page, total ?? '', +hasMoved, spare, nextTurn].join(','),
		lists.map(escaped).join(','),
		bytesOf(known, lists.length).toString('base64'),
		keepsAddresses ? known.map(([, { email = '' }]) => escaped(email)).join(',') : '',
	];
	const rest = words.join(' ');
	return `${VERSION} ${checksum(rest)} ${rest}`;
}

/**
 * @param text what `memoryText` gave
 * @throws UnreadableMemory when it is not what was written
 */
export function memoryOf(text: string, keepsAddresses: boolean): ContactMemory {
	const start = VERSION.length + CHECKSUM_LENGTH + 2;
	const rest = text.slice(start);
	if (text.slice(0, start) !== `${VERSION} ${checksum(rest)} `) throw new UnreadableMemory();
	const [project, salt, look, listNames, body, addresses] = rest.split(' ');
	const [isAnew, isFirst, repeats, page, total, hasMoved, spare, nextTurn] = look.split(',');
	const lists = split(listNames);
	const header = {
		project,
		salt,
		isAnew: isAnew === '1',
		isFirst: isFirst === '1',
		repeats: Number(repeats),
		page: Number(page),
		total: total === '' ? undefined : Number(total),
		hasMoved: hasMoved === '1',
		spare: Number(spare),
		nextTurn: Number(nextTurn),
		lists,
	};
	const memory = new ContactMemory(header, keepsAddresses);
	memory.count = header.spare;
	const emails = keepsAddresses ? split(addresses) : [];
	for (const [id, contact] of knownContacts(Buffer.from(body, 'base64'), lists.length)) {
		const email = emails[memory.contacts.size] || undefined;
		memory.contacts.set(id, { ...contact, email });
		if (contact.isSeen) memory.count++;
	}
	return memory;
}

function bytesOf(known: Array<[string, KnownContact]>, listCount: number): Buffer {
	const bytes = Buffer.alloc(known.length * (FIXED_BYTES + 1 + bytesForBits(listCount)));
	let at = 0;
	for (const [id, contact] of known) {
		at += bytes.write(id, at, 'latin1');
		at = bytes.writeUIntBE(contact.fingerprint, at, FINGERPRINT_BYTES);
		at = bytes.writeUInt16BE(contact.turn, at);
		for (const byte of flagsAndLists(contact, listCount)) bytes[at++] = byte;
	}
	return bytes.subarray(0, at);
}

function flagsAndLists(
	{ hasBounced, wasLacking, isSeen, lists }: KnownContact,
	listCount: number,
): number[] {
	const flags = (hasBounced ? 1 : 0) | (wasLacking ? 2 : 0) | (isSeen ? 4 : 0);
	if (listCount <= MOST_LISTS_BY_BIT) {
		return bytesIn((lists << BigInt(FLAGS)) | BigInt(flags), bytesForBits(FLAGS + listCount));
	}
	const bits = bytesIn(lists, bytesForBits(listCount));
	const places = placesIn(bits);
	const isByPlace = listCount <= MOST_LISTS_BY_PLACE && places.length < Math.min(bits.length, BITS);
	return isByPlace
		? [flags | (places.length << FLAGS), ...places]
		: [flags | (BITS << FLAGS), ...bits];
}

function* knownContacts(
	bytes: Buffer,
	listCount: number,
): Iterable<[id: string, contact: KnownContact]> {
	for (let at = 0; at < bytes.length;) {
		const { flags, lists, length } = readFlagsAndLists(bytes.subarray(at + FIXED_BYTES), listCount);
		yield [
			bytes.toString('latin1', at, at + ID_BYTES),
			{
				fingerprint: bytes.readUIntBE(at + ID_BYTES, FINGERPRINT_BYTES),
				turn: bytes.readUInt16BE(at + ID_BYTES + FINGERPRINT_BYTES),
				hasBounced: (flags & 1) !== 0,
				wasLacking: (flags & 2) !== 0,
				isSeen: (flags & 4) !== 0,
				lists,
			},
		];
		at += FIXED_BYTES + length;
	}
}

/** @returns `length` is how many bytes they take */
function readFlagsAndLists(
	bytes: Buffer,
	listCount: number,
): { flags: number; lists: bigint; length: number } {
	const [first] = bytes;
	const flags = first & (2 ** FLAGS - 1);
	if (listCount <= MOST_LISTS_BY_BIT) {
		const length = bytesForBits(FLAGS + listCount);
		return { flags, lists: bitsIn(bytes.subarray(0, length)) >> BigInt(FLAGS), length };
	}
	const count = first >> FLAGS;
	const length = 1 + (count === BITS ? bytesForBits(listCount) : count);
	const rest = bytes.subarray(1, length);
	if (count === BITS) return { flags, lists: bitsIn(rest), length };
	const lists = [...rest].reduce((all, place) => all | (1n << BigInt(place)), 0n);
	return { flags, lists, length };
}

function bytesForBits(count: number): number {
	return Math.ceil(count / 8);
}

function bytesIn(bits: bigint, count: number): number[] {
	return Array.from({ length: count }, (_, index) => Number((bits >> BigInt(8 * index)) & 0xffn));
}

function bitsIn(bytes: Buffer): bigint {
	return bytes.reduceRight((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
}

/** @returns the places of the bits that are set */
function placesIn(bytes: number[]): number[] {
	const places: number[] = [];
	for (let place = 0; place < 8 * bytes.length; place++) {
		if ((bytes[place >> 3] >> (place & 7)) & 1) places.push(place);
	}
	return places;
}

function checksum(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, CHECKSUM_LENGTH);
}

function escaped(name: string): string {
	return name.replace(SEPARATORS, encodeURIComponent);
}

function split(names: string): string[] {
	return names === '' ? [] : names.split(',').map(decodeURIComponent);
}
