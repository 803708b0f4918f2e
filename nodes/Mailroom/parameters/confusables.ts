/** Cannot be seen, or turns the direction of what follows: zero-width and bidirectional characters, halves of characters. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]/u;
/** In a name the joiners of scripts and emojis are real; what turns the direction could show another address than is sent to. */
const IN_NAME = /[\p{Bidi_Control}\uff20\ufe6b]/u;
/** Full stops that mail programs and browsers take for the dot of a domain. */
const FOREIGN_DOT = /[\u3002\uff61]/;
const MAX_CHECKED_LENGTH = 1_000;

/**
 * The first character of an address that makes it look like another one, such as the fullwidth `＠` in `a@example.com＠evil.com`:
 * invisible ones, and those that Unicode counts as another form of ASCII (NFKC). Letters of other alphabets are none.
 *
 * @returns how an error names it, e.g. `U+FF20 (＠)`; undefined when there is none
 */
export function confusableInAddress(text: string): string | undefined {
	return nameOf([...text.slice(0, MAX_CHECKED_LENGTH)].find(isConfusable));
}

/** The first character of a display name with which it could pass for the address: named as in `confusableInAddress`. */
export function confusableInName(text: string): string | undefined {
	return nameOf(IN_NAME.exec(text)?.[0]);
}

function isConfusable(character: string): boolean {
	if (character <= '\u007f') return false;
	if (INVISIBLE.test(character) || FOREIGN_DOT.test(character)) return true;
	return /^[!-~]+$/.test(character.normalize('NFKC'));
}

function nameOf(character: string | undefined): string | undefined {
	const code = character?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
	if (!character || !code) return undefined;
	return INVISIBLE.test(character) ? `U+${code}` : `U+${code} (${character})`;
}
