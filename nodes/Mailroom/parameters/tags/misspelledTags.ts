import { innermostIn } from '../braces';

/** The tags that the service documents. Only misspellings of these are found. */
export const KNOWN_TAGS = [
	...['email', 'firstName', 'lastName', 'name', 'userId', 'avatarUrl', 'languageCode'],
	...['companyName', 'companyAddress', 'unsubscribeURL'],
];

/** HTML editors insert this into names. */
export const MARKUP = /<[^<>]*>|&nbsp;|&#160;|&#xa0;/gi;

/** JavaScript's default operators, unknown to the service. */
const FALLBACK = /^(?:\?\?|\|\|)/;

/** A typo in a shorter name often gives another word: `game`, `name`. */
const MIN_LENGTH_WITH_TYPOS = 5;

export interface Misspelling {
	name: string;
	suggestion: string;
}

/** Each once. */
export function misspelledTags(text: string): Misspelling[] {
	const found = innermostIn(text).flatMap((code) => misspelling(code) ?? []);
	return [...new Map(found.map((one) => [one.name, one])).values()];
}

/**
 * Set if code in braces differs from a known tag in case, separators, markup, a JavaScript default or one typo.
 *
 * - `First_Name`, `fistName | "you"`, `<b>firstName</b>`: `firstName`
 * - `E-Mail`, `email || "none"`: `email`
 * - `email | "none"`, `email2`, `company`: none
 */
export function misspelling(code: string): Misspelling | undefined {
	const [path] = code.split(/\||\?\?/, 1);
	// A third opening brace is no part of the name.
	const bare = path.replace('{', '').trim();
	const name = FALLBACK.test(code.slice(path.length)) ? code.trim() : bare;
	if (KNOWN_TAGS.includes(name)) return undefined;
	const withoutMarkup = bare.replace(MARKUP, '');
	const suggestion = KNOWN_TAGS.find((tag) => isLike(withoutMarkup, tag));
	return suggestion === undefined ? undefined : { name, suggestion };
}

function isLike(name: string, tag: string): boolean {
	const [one, other] = [name, tag].map((text) => text.toLowerCase().replace(/[\s_-]/g, ''));
	if (one === other) return true;
	// A digit makes a name of its own, such as `email2`.
	return tag.length >= MIN_LENGTH_WITH_TYPOS && !/\d/.test(name) && isOneTypoFrom(one, other);
}

/** A letter is missing, added, replaced or moved. */
function isOneTypoFrom(one: string, other: string): boolean {
	if (Math.abs(one.length - other.length) > 1) return false;
	const variants = variantsOf(other);
	return variantsOf(one).some((variant) => variants.includes(variant));
}

/** The text, and the text without one of its letters. */
function variantsOf(text: string): string[] {
	return [text, ...Array.from(text, (_, index) => text.slice(0, index) + text.slice(index + 1))];
}
