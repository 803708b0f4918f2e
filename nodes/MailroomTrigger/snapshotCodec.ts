import { randomBytes } from 'node:crypto';
import { isJsonObject } from '../Mailroom/service';
import { newScan, Snapshot, type KnownContact, type SnapshotHeader } from './Snapshot';

/** Must change with `contactProperties`. Otherwise, all contacts would seem updated. */
const VERSION = 4;

const PRESENCES = { s: 'seen', e: 'expected', m: 'missing' } as const;
const CONTACT = /^([\w+/]{8}):([\w+/]{4}):([sem])(b?):([\w.-]*)(?::(.+))?$/;

interface SnapshotState {
	version: number;
	header: SnapshotHeader;
	lists: string[];
	/** `id:properties:state:lists[:address]` of each, as n8n handles a string faster than an object. */
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
	for (const [id, { propertiesHash, presence, hasBounced, lists, email }] of contacts) {
		for (const name of lists ?? []) if (!places.has(name)) places.set(name, places.size);
		const state = presence[0] + (hasBounced ? 'b' : '');
		const parts = [id, propertiesHash, state, listsText(lists, places)];
		if (keepsAddresses && email) parts.push(email.replace(/[\s%]/g, encodeURIComponent));
		texts.push(parts.join(':'));
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
		const [match, id, propertiesHash, presence, bounced, places, email] = CONTACT.exec(text) ?? [];
		if (match === undefined) throw new Error('Not a contact of a snapshot');
		snapshot.contacts.set(id, {
			propertiesHash,
			hasBounced: bounced !== '',
			lists: listsIn(places, names),
			presence: PRESENCES[presence as keyof typeof PRESENCES],
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
