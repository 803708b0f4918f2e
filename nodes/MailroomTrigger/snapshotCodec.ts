import { randomBytes } from 'node:crypto';
import { contactFields } from '../Mailroom/parameters/contactFields';
import { isJsonObject } from '../Mailroom/service';
import { newScan, Snapshot, type KnownContact, type SnapshotHeader } from './Snapshot';

/** The number must change with `contactProperties`. Otherwise, all contacts would seem updated. */
const VERSION = [6, ...contactFields.map(({ name }) => name)].join(' ');

const PRESENCES = ['seen', 'expected', 'missing'] as const;
/** Not in base64, so that they also separate. */
const SIGNS = '=?!';
const BOUNCED = '*';
const UNKNOWN = '~';
const CONTACT = /^([\w+/]{8})([\w+/]{4})([\w+/]{4}|~?)([=?!])(\*?)([\w.-]*)(?::(.+))?$/;

interface SnapshotState {
	version: string;
	header: SnapshotHeader;
	lists: string[];
	/** ID, hashes, state, lists and `:address` of each, as n8n handles a string faster than an object. */
	contacts: string;
}

export function emptySnapshot(project: string): Snapshot {
	const salt = randomBytes(6).toString('base64');
	return new Snapshot({ project, salt, generation: 0, baselineScans: 0, scan: newScan() });
}

export function serializeSnapshot(
	{ header, contacts }: Snapshot,
	keepsAddresses: boolean,
): SnapshotState {
	const places = new Map<string, number>();
	const texts: string[] = [];
	for (const [id, contact] of contacts) {
		const { fieldsHash, customHash = UNKNOWN, presence, hasBounced, lists, email } = contact;
		for (const name of lists ?? []) if (!places.has(name)) places.set(name, places.size);
		const state = SIGNS[PRESENCES.indexOf(presence)] + (hasBounced ? BOUNCED : '');
		const text = [id, fieldsHash, customHash, state, listsText(lists, places)].join('');
		const address = keepsAddresses && email?.replace(/[\s%]/g, encodeURIComponent);
		texts.push(address ? `${text}:${address}` : text);
	}
	return { version: VERSION, header, lists: [...places.keys()], contacts: texts.join(' ') };
}

/** Throws if the state is unreadable. */
export function deserializeSnapshot(state: unknown): Snapshot {
	if (!isJsonObject(state) || state.version !== VERSION) throw new Error('Not a snapshot');
	const { header, lists, contacts } = state as unknown as SnapshotState;
	const snapshot = new Snapshot({ ...header, scan: { ...header.scan } });
	const names = [...lists];
	for (const text of contacts.split(' ').filter(Boolean)) {
		const [match, id, fieldsHash, customHash, sign, bounced, places, email] =
			CONTACT.exec(text) ?? [];
		if (match === undefined) throw new Error('Not a contact of a snapshot');
		snapshot.contacts.set(id, {
			fieldsHash,
			customHash: customHash === UNKNOWN ? undefined : customHash,
			hasBounced: bounced !== '',
			lists: listsIn(places, names),
			presence: PRESENCES[SIGNS.indexOf(sign)],
			email: email && decodeURIComponent(email),
		});
	}
	return snapshot;
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

function listsIn(text: string, names: string[]): string[] | undefined {
	if (text === '') return undefined;
	const [bits, ...few] = text.split('.');
	if (few.length > 0) return few.map((place) => names[parseInt(place, 36)]);
	const bytes = Buffer.from(bits, 'base64url');
	return names.filter((_, place) => (bytes[place >> 3] >> (place & 7)) & 1);
}
