import { randomBytes } from 'node:crypto';
import { isJsonObject } from '../Mailroom/transport/isJsonObject';
import { newScan, Snapshot, type KnownContact, type SnapshotHeader } from './Snapshot';

/*
 * n8n keeps the snapshot with the workflow, compares it, and copies it into every execution that the trigger starts. So all
 * contacts are one text, `id:properties:state:lists` or `id:properties:state:lists:address` each, separated by spaces.
 */

/** Another one if `contactUpdated` watches more of a contact: every contact would seem to be updated once. */
const VERSION = 3;

const PRESENCES = { s: 'seen', e: 'expected', m: 'missing' } as const;
const CONTACT = /^([\w+/]{8}):([\w+/]{4}):([sem])(b?):([^:]*)(?::(.+))?$/;

/** Lists of a contact of which the service has never said any. */
const UNKNOWN_LISTS = '?';
const BOUNCED = 'b';
/** Begins lists that are written as bits. */
const BITS = '=';

interface SnapshotState extends SnapshotHeader {
	version: number;
	/** Names of all lists that a contact is on. */
	lists: string[];
	contacts: string;
}

class UnreadableSnapshot extends Error {}

export function emptySnapshot(project: string, keepsAddresses: boolean): Snapshot {
	const salt = randomBytes(6).toString('base64');
	const header = { project, salt, generation: 0, baselineScans: 0, scan: newScan() };
	return new Snapshot(header, keepsAddresses);
}

export function serializeSnapshot({ header, contacts }: Snapshot): SnapshotState {
	const indexes = new Map<string, number>();
	const texts: string[] = [];
	for (const [id, { properties, presence, hasBounced, lists, email }] of contacts) {
		for (const name of lists ?? []) if (!indexes.has(name)) indexes.set(name, indexes.size);
		const state = presence[0] + (hasBounced ? BOUNCED : '');
		const parts = [id, properties, state, listsText(lists, indexes)];
		if (email !== undefined) parts.push(email.replace(/[\s%]/g, encodeURIComponent));
		texts.push(parts.join(':'));
	}
	return { version: VERSION, ...header, lists: [...indexes.keys()], contacts: texts.join(' ') };
}

/** @throws when it is no state that `serializeSnapshot` gave */
export function deserializeSnapshot(state: unknown, keepsAddresses: boolean): Snapshot {
	if (!isSnapshotState(state)) throw new UnreadableSnapshot();
	const { project, salt, generation, baselineScans, isEndUnknown, lists, contacts } = state;
	const header = {
		project,
		salt,
		generation,
		baselineScans,
		isEndUnknown,
		scan: { ...state.scan },
	};
	const snapshot = new Snapshot(header, keepsAddresses);
	const readLists = listsReader(lists);
	for (const text of contacts.split(' ').filter(Boolean)) {
		const [match, id, properties, presence, bounced, ofContact, email] = CONTACT.exec(text) ?? [];
		if (match === undefined) throw new UnreadableSnapshot();
		snapshot.contacts.set(id, {
			properties,
			hasBounced: bounced === BOUNCED,
			lists: readLists(ofContact),
			presence: PRESENCES[presence as keyof typeof PRESENCES],
			email: keepsAddresses && email ? decodeURIComponent(email) : undefined,
		});
	}
	return snapshot;
}

function isSnapshotState(value: unknown): value is SnapshotState {
	if (!isJsonObject(value) || value.version !== VERSION) return false;
	const { lists, contacts, scan } = value;
	return Array.isArray(lists) && typeof contacts === 'string' && isJsonObject(scan);
}

/** The places of the lists in the table of names, as numbers or, if that is shorter, as bits. */
function listsText(names: KnownContact['lists'], indexes: Map<string, number>): string {
	if (!names) return UNKNOWN_LISTS;
	const own = names.map((name) => indexes.get(name) ?? 0);
	const numbers = own.map((index) => index.toString(36)).join('.');
	const bytes = Buffer.alloc((Math.max(0, ...own) >> 3) + 1);
	for (const index of own) bytes[index >> 3] |= 1 << (index & 7);
	const bits = BITS + bytes.toString('base64url');
	return bits.length < numbers.length ? bits : numbers;
}

/** Contacts on the same lists share one array of their names. */
function listsReader(names: string[]): (text: string) => KnownContact['lists'] {
	const known = new Map<string, KnownContact['lists']>([
		[UNKNOWN_LISTS, undefined],
		['', []],
	]);
	return (text) => {
		if (!known.has(text)) {
			const own = indexesIn(text).map((index) => names[index]);
			if (own.some((name) => typeof name !== 'string')) throw new UnreadableSnapshot();
			known.set(text, own);
		}
		return known.get(text);
	};
}

function indexesIn(text: string): number[] {
	if (!text.startsWith(BITS)) return text.split('.').map((index) => parseInt(index, 36));
	const bytes = Buffer.from(text.slice(BITS.length), 'base64url');
	return [...Array(8 * bytes.length).keys()].filter((bit) => (bytes[bit >> 3] >> (bit & 7)) & 1);
}
