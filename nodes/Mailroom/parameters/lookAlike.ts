import { InvalidParameter, type Label } from './InvalidParameter';
import { codePointOf } from './values';

/** Zero-width, bidirectional and broken characters. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]/u;
/** In a display name, these could fake another address. */
const CONFUSABLE_IN_NAME = /[\p{Bidi_Control}\uff20\ufe6b]/u;
/** Mail programs read these as dots. */
const FOREIGN_DOT = /[\u3002\uff61]/;

/** As long as an address can be. */
const MAX_SEARCHED = 254;

/** Refuses characters that make an address look like another one. */
export function assertNoLookAlike(label: Label, address: string, name = ''): void {
	const inAddress = [...address.slice(0, MAX_SEARCHED)].find(isLookAlike);
	const character = inAddress ?? CONFUSABLE_IN_NAME.exec(name)?.[0];
	if (!character) return;
	const code = codePointOf(character);
	const named = INVISIBLE.test(character)
		? `invisible character ${code}`
		: `look-alike character ${code} (${character})`;
	const problem = `contains the ${named}`;
	throw new InvalidParameter(label, problem, 'Retype the address');
}

/** Such as the fullwidth `＠` in `a@example.com＠evil.com`. Letters of other alphabets are allowed. */
function isLookAlike(character: string): boolean {
	if (character <= '\u007f') return false;
	const isVariantOfAscii = /^[!-~]+$/.test(character.normalize('NFKC'));
	return isVariantOfAscii || INVISIBLE.test(character) || FOREIGN_DOT.test(character);
}
