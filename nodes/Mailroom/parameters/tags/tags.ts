import { innermostIn, N8N_NAME, withoutTexts } from '../braces';
import { CODE_NAMES, isProgramName, isSeveralWords } from '../codeNames';
import { contactFields } from '../contactFields';
import { KNOWN_TAGS, MARKUP, misspelling } from './misspelledTags';

const OWN_FIELDS = [...KNOWN_TAGS, ...contactFields.map(({ name }) => name)];

/** `firstName`, or a path such as `contact.city`. */
const TAG_NAME = /^([\p{L}_][\p{L}\p{N}_-]*)(\.[\p{L}\p{N}_-]+)*$/u;

/** `firstName ?? "you"`, after `withoutTexts`. */
const LITERAL_FALLBACK = /\?\?\s*(?:""|[\d.]+)\s*$/;

/**
 * Whether code in braces is a tag, not code of n8n or JavaScript.
 *
 * - A tag: `firstName`, `contact.city`, `plan | default: "$5"`
 * - Code: `$json.name`, `name()`, `a + b`, `Math.PI`, `plan | $json.name`
 * - A misspelled tag: `first name`, `<b>firstName</b>`, `firstName ?? "you"`. The same with `company` is code.
 */
export function isTagCode(code: string): boolean {
	const bare = withoutTexts(code);
	// n8n can't evaluate several words. It would make 0 of `firstName&nbsp;`, and send a default to every contact.
	const isOdd = isSeveralWords(code) || code.search(MARKUP) !== -1 || LITERAL_FALLBACK.test(bare);
	if (isOdd && misspelling(code)) return true;
	const [path] = bare.split('|', 1);
	const name = TAG_NAME.exec(path.trim())?.[1];
	return name !== undefined && !CODE_NAMES.has(name) && !N8N_NAME.test(bare.slice(path.length));
}

/** In a fixed text. Includes misspelled tags such as `{{first name}}`, and names such as `{{Date}}`, which n8n would evaluate. */
export function tagsIn(text: string): string[] {
	return tagsWhere(
		text,
		(code) =>
			isTagCode(code) ||
			isSeveralWords(code) ||
			isProgramName(code) ||
			misspelling(code) !== undefined,
	);
}

/** Names with blanks, such as `{{Favorite Bread}}`. Misspelled tags are not among them. */
export function tagsWithBlanks(text: string): string[] {
	return tagsWhere(text, (code) => isSeveralWords(code) && misspelling(code) === undefined);
}

/** Tags for a contact's own fields, which the service fills in. */
export function ownTagsIn(text: string): string[] {
	return tagsWhere(text, (code) => OWN_FIELDS.includes(nameIn(code)));
}

/** Tags for anything but a contact's own fields. */
export function otherTagsIn(text: string): string[] {
	const isOther = (name: string) => TAG_NAME.test(name) && !OWN_FIELDS.includes(name);
	return tagsWhere(text, (code) => isOther(nameIn(code)));
}

function tagsWhere(text: string, isWanted: (code: string) => boolean): string[] {
	return innermostIn(text)
		.filter(isWanted)
		.map((code) => `{{${code}}}`);
}

/** `firstName | upcase` -> `firstName` */
function nameIn(code: string): string {
	return code.split(/\||\?\?/, 1)[0].trim();
}
