import { randomBytes } from 'node:crypto';
import { contactFields } from '../../Mailroom/parameters/contactFields';
import { isJsonObject } from '../../Mailroom/service';
import { Scan } from './Scan';
import { Snapshot, type KnownContact, type Phase, type SnapshotHeader } from './Snapshot';

/** The number must change with `contactProperties`. Otherwise, all contacts would seem updated. */
const VERSION = [6, ...contactFields.map(({ name }) => name)].join(' ');

/** Contacts read by the present scan, contacts not read yet, and missing ones. Not in base64, so that they also separate. */
const SIGNS = { seen: '=', expected: '?', missing: '!' };
const BOUNCED = '*';
const UNKNOWN = '~';
const CONTACT = /^([\w+/]{8})([\w+/]{4})([\w+/]{4}|~?)([=?!])(\*?)([\w.-]*)(?::(.+))?$/;

/** Names that stored states have, so they stay as they are. */
interface SnapshotState {
	version: string;
	header: {
		project: string;
		salt: string;
		generation: number;
		/** Scans of the baseline so far. Undefined once it is complete. */
		baselineScans?: number;
		isEndUnknown?: boolean;
		scan: {
			nextPage: number;
			pageSize: number;
			total?: number;
			isAfterShortPage?: boolean;
			records: number;
			pagesShifted: boolean;
			hasNewContacts: boolean;
		};
	};
	lists: string[];
	/** ID, hashes, sign, lists and `:address` of each, as n8n handles a string faster than an object. */
	contacts: string;
}

export function emptySnapshot(project: string): Snapshot {
	const salt = randomBytes(6).toString('base64');
	return new Snapshot({ project, salt, generation: 0, phase: { kind: 'baseline', scans: 0 } });
}

export function serializeSnapshot(
	{ header, scan, contacts }: Snapshot,
	keepsAddresses: boolean,
): SnapshotState {
	const places = new Map<string, number>();
	const texts: string[] = [];
	for (const [id, contact] of contacts) {
		const { fieldsHash, customHash = UNKNOWN, isMissing, hasBounced, lists, email } = contact;
		for (const name of lists ?? []) if (!places.has(name)) places.set(name, places.size);
		const presence = isMissing ? SIGNS.missing : SIGNS.expected;
		const sign = scan.seen.has(id) ? SIGNS.seen : presence;
		const state = sign + (hasBounced ? BOUNCED : '');
		const text = [id, fieldsHash, customHash, state, listsText(lists, places)].join('');
		const address = keepsAddresses && email?.replace(/[\s%]/g, encodeURIComponent);
		texts.push(address ? `${text}:${address}` : text);
	}
	return {
		version: VERSION,
		header: { ...storedHeader(header), scan: storedScan(scan) },
		lists: [...places.keys()],
		contacts: texts.join(' '),
	};
}

/** Throws if the state is unreadable. */
export function deserializeSnapshot(state: unknown): Snapshot {
	if (!isJsonObject(state) || state.version !== VERSION) throw new Error('Not a snapshot');
	const { lists, contacts } = state;
	const header = object(state.header);
	const snapshot = new Snapshot(headerOf(header), scanOf(object(header.scan)));
	if (!Array.isArray(lists)) throw new Error('Not the lists of a snapshot');
	const names = lists.map(text);
	for (const contact of text(contacts).split(' ').filter(Boolean)) {
		addContact(snapshot, contact, names);
	}
	return snapshot;
}

function addContact({ scan, contacts }: Snapshot, contact: string, names: string[]): void {
	const [match, id, fieldsHash, customHash, sign, bounced, places, email] =
		CONTACT.exec(contact) ?? [];
	if (match === undefined) throw new Error('Not a contact of a snapshot');
	if (sign === SIGNS.seen) scan.seen.add(id);
	contacts.set(id, {
		fieldsHash,
		customHash: customHash === UNKNOWN ? undefined : customHash,
		hasBounced: bounced !== '',
		lists: listsIn(places, names),
		isMissing: sign === SIGNS.missing,
		email: email && decodeURIComponent(email),
	});
}

function storedHeader({ project, salt, generation, phase }: SnapshotHeader) {
	const common = { project, salt, generation };
	if (phase.kind === 'baseline') return { ...common, baselineScans: phase.scans };
	return { ...common, isEndUnknown: phase.isEndUnknown || undefined };
}

function headerOf(stored: Record<string, unknown>): SnapshotHeader {
	const { baselineScans, isEndUnknown } = stored;
	const phase: Phase =
		baselineScans === undefined
			? { kind: 'watching', isEndUnknown: isEndUnknown === true }
			: { kind: 'baseline', scans: count(baselineScans) };
	return {
		project: text(stored.project),
		salt: text(stored.salt),
		generation: count(stored.generation),
		phase,
	};
}

function storedScan({ cursor, records, hasShifted, hasNewContacts }: Scan) {
	const { nextPage, pageSize, total, isAfterShortPage } = cursor;
	const page = { nextPage, pageSize, total, isAfterShortPage };
	return { ...page, records, pagesShifted: hasShifted, hasNewContacts };
}

function scanOf(stored: Record<string, unknown>): Scan {
	const scan = new Scan();
	scan.cursor = {
		nextPage: count(stored.nextPage),
		pageSize: count(stored.pageSize),
		total: stored.total === undefined ? undefined : count(stored.total),
		isAfterShortPage: stored.isAfterShortPage === true,
	};
	scan.records = count(stored.records);
	scan.hasShifted = stored.pagesShifted === true;
	scan.hasNewContacts = stored.hasNewContacts === true;
	scan.part = scan.cursor.nextPage > 1 ? 'lastPageAgain' : 'all';
	return scan;
}

function object(value: unknown): Record<string, unknown> {
	if (!isJsonObject(value)) throw new Error('Not an object of a snapshot');
	return value;
}

function text(value: unknown): string {
	if (typeof value !== 'string') throw new Error('Not a text of a snapshot');
	return value;
}

function count(value: unknown): number {
	if (!Number.isSafeInteger(value)) throw new Error('Not a number of a snapshot');
	return Number(value);
}

/** A bit for each list, in base64, or a few places in base 36: `.a.2s`. Empty if unknown. */
function listsText(names: KnownContact['lists'], places: Map<string, number>): string {
	if (!names) return '';
	const own = names.map((name) => places.get(name) ?? 0);
	const few = own.map((place) => `.${place.toString(36)}`).join('');
	const bytes = Buffer.alloc((Math.max(0, ...own) >> 3) + 1);
	for (const place of own) bytes[place >> 3] |= 1 << (place & 7);
	const bits = bytes.toString('base64url');
	return few !== '' && few.length < bits.length ? few : bits;
}

function listsIn(places: string, names: string[]): string[] | undefined {
	if (places === '') return undefined;
	const [bits, ...few] = places.split('.');
	if (few.length > 0) return few.map((place) => text(names[parseInt(place, 36)]));
	const bytes = Buffer.from(bits, 'base64url');
	return names.filter((_, place) => (bytes[place >> 3] >> (place & 7)) & 1);
}
