import type { KnownContact } from './Snapshot';

interface StoredContact {
	id: string;
	contact: KnownContact;
	/** The present scan has read it. */
	isSeen: boolean;
}

/** The signs aren't in base64, so that they also separate. */
const PRESENCE = { seen: '=', expected: '?', missing: '!' };
const BOUNCED = '*';
const UNKNOWN = '~';

const CONTACT = /^([\w+/]{8})([\w+/]{4})([\w+/]{4}|~?)([=?!])(\*?)([\w.-]*)(?::(.+))?$/;

/**
 * A contact in the stored state, such as `SugEN5PkzL0wqChA=*Aw:ada@example.com`, as n8n handles a string faster than an object:
 *
 * - `SugEN5Pk`: the ID
 * - `zL0w`: hash of the fields
 * - `qChA`: hash of the custom properties; empty without any, `~` if unknown
 * - `=`: read by the present scan; `?` if not read yet, `!` if missing
 * - `*`: has bounced
 * - `Aw`: see `listsText`
 * - `:ada@example.com`: only while removals are watched
 *
 * @param places of lists in the state, to which those of the contact are added
 */
export function contactText(
	{ id, contact, isSeen }: StoredContact,
	places: Map<string, number>,
	keepsAddress: boolean,
): string {
	const { fieldsHash, customHash = UNKNOWN, isMissing, hasBounced, lists, email } = contact;
	const presence = isMissing ? PRESENCE.missing : PRESENCE.expected;
	const sign = isSeen ? PRESENCE.seen : presence;
	const bounced = hasBounced ? BOUNCED : '';
	const text = [id, fieldsHash, customHash, sign, bounced, listsText(lists, places)].join('');
	const address = keepsAddress && email?.replace(/[\s%]/g, encodeURIComponent);
	return address ? `${text}:${address}` : text;
}

/**
 * @param names of lists, by place
 * @throws if the text is unreadable
 */
export function contactIn(text: string, names: string[]): StoredContact {
	const [match, id, fieldsHash, customHash, sign, bounced, lists, email] = CONTACT.exec(text) ?? [];
	if (match === undefined) throw new Error('Not a contact of a snapshot');
	const contact = {
		fieldsHash,
		customHash: customHash === UNKNOWN ? undefined : customHash,
		hasBounced: bounced !== '',
		lists: listsIn(lists, names),
		isMissing: sign === PRESENCE.missing,
		email: email && decodeURIComponent(email),
	};
	return { id, contact, isSeen: sign === PRESENCE.seen };
}

/** A bit for each list, in base64: `Aw`. If shorter, the places in base 36: `.a.2s`. Empty if unknown. */
function listsText(names: KnownContact['lists'], places: Map<string, number>): string {
	if (!names) return '';
	const own = names.map((name) => {
		const place = places.get(name) ?? places.size;
		places.set(name, place);
		return place;
	});
	const few = own.map((place) => `.${place.toString(36)}`).join('');
	const bytes = Buffer.alloc((Math.max(0, ...own) >> 3) + 1);
	for (const place of own) bytes[place >> 3] |= 1 << (place & 7);
	const bits = bytes.toString('base64url');
	return few !== '' && few.length < bits.length ? few : bits;
}

function listsIn(text: string, names: string[]): string[] | undefined {
	if (text === '') return undefined;
	const [bits, ...few] = text.split('.');
	if (few.length > 0) return few.map((place) => nameAt(parseInt(place, 36), names));
	const bytes = Buffer.from(bits, 'base64url');
	return names.filter((_, place) => (bytes[place >> 3] >> (place & 7)) & 1);
}

function nameAt(place: number, names: string[]): string {
	const name: string | undefined = names[place];
	if (name === undefined) throw new Error('Not a list of a snapshot');
	return name;
}
