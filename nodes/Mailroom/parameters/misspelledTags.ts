import { innermostIn } from './braces';

/** The tags that a contact's own fields fill in, as the service spells them. */
const KNOWN_TAGS = ['email', 'firstName', 'lastName', 'name'];

/** In shorter names one slip makes another word: `game` is not meant to be `name`. */
const MIN_LENGTH_WITH_SLIPS = 5;

/** Put into a name by an HTML editor, and seen by nobody. */
const MARKUP = /<[^<>]*>|&nbsp;|&#160;|&#xa0;/gi;

/** Longer names are no tags, and would make a long error. */
const MAX_TAG_LENGTH = 300;

/** Another value for a name that has none, as JavaScript writes it: the service does not know that. */
const FALLBACK = /^(?:\?\?|\|\|)/;

/** A tag that is spelled almost like one that the service knows. */
export interface MisspelledTag {
	/** As typed, without braces. */
	name: string;
	/** The tag that is probably meant. */
	suggestion: string;
}

/**
 * The tags of a text that differ from a known one in case, spaces, hyphens, underscores, or by one slip of the finger, that have
 * markup in them, or another value behind them.
 */
export function misspelledTags(text: string): MisspelledTag[] {
	const found = new Map<string, string>();
	for (const code of innermostIn(text)) {
		// A filter may stand behind the name, and a third brace before it.
		const [path] = code.split(/\||\?\?/, 1);
		const name = path.replace('{', '').trim();
		const hasFallback = FALLBACK.test(code.slice(path.length));
		const typed = hasFallback ? code.trim() : name;
		if (KNOWN_TAGS.includes(typed) || typed.length > MAX_TAG_LENGTH) continue;
		const bare = name.replace(MARKUP, '');
		const suggestion = KNOWN_TAGS.find((tag) => isLike(bare, tag));
		if (suggestion !== undefined) found.set(typed, suggestion);
	}
	return [...found].map(([name, suggestion]) => ({ name, suggestion }));
}

function isLike(name: string, tag: string): boolean {
	const [one, other] = [name, tag].map((text) => text.toLowerCase().replace(/[\s_-]/g, ''));
	if (one === other) return true;
	// `email2` is a name of its own.
	return tag.length >= MIN_LENGTH_WITH_SLIPS && !/\d/.test(name) && isOneSlipFrom(one, other);
}

/** Tells whether one letter is missing, too many or another, or two beside each other have changed places. */
function isOneSlipFrom(one: string, other: string): boolean {
	const shorter = Math.min(one.length, other.length);
	let start = 0;
	while (start < shorter && one[start] === other[start]) start++;
	let end = 0;
	while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
	const [rest, otherRest] = [one, other].map((text) => text.slice(start, text.length - end));
	if (rest.length <= 1 && otherRest.length <= 1) return true;
	return rest.length === 2 && otherRest === `${rest[1]}${rest[0]}`;
}
