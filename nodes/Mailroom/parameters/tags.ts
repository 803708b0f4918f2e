import { innermostIn, N8N_NAME, replaceBraces, withoutTexts } from './braces';
import { contactFields } from './contactFields';
import { isExpression } from './evaluator';

/** Names of n8n and JavaScript that are no tags. */
const CODE_NAMES = new Set(
	`DateTime Interval Duration extend extendOptional
	await break case catch class const continue debugger default delete do else enum export extends false finally
	for function if implements import in instanceof interface let new null package private protected public return
	static super switch this throw true try typeof var void while with yield arguments undefined NaN Infinity
	globalThis eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent
	escape unescape Object Function Boolean Symbol Number BigInt Math Date String RegExp Array Int8Array
	Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array
	BigInt64Array BigUint64Array Map Set WeakMap WeakSet WeakRef ArrayBuffer DataView SharedArrayBuffer Atomics
	JSON Promise Proxy Reflect Intl Iterator Error AggregateError EvalError RangeError ReferenceError SyntaxError
	TypeError URIError FinalizationRegistry WebAssembly`.split(/\s+/),
);

const KNOWN_TAGS = ['email', 'firstName', 'lastName', 'name'];

const OWN_FIELDS = [...KNOWN_TAGS, ...contactFields.map(({ name }) => name)];

const TAG_NAME = /^([\p{L}_][\p{L}\p{N}_-]*)(\.[\p{L}\p{N}_-]+)*$/u;

/** No code, apart from that with a keyword. */
const SEVERAL_WORDS = /^\s*\p{L}+(?:\s+\p{L}+)+\s*$/u;

/** JavaScript's default operators, unknown to the service. */
const FALLBACK = /^(?:\?\?|\|\|)/;
/** After `withoutTexts`. */
const LITERAL_FALLBACK = /\?\?\s*(?:""|[\d.]+)\s*$/;

/** HTML editors insert this into names. */
const MARKUP = /<[^<>]*>|&nbsp;|&#160;|&#xa0;/gi;

/** A typo in a shorter name often gives another word: `game`, `name`. */
const MIN_LENGTH_WITH_TYPOS = 5;

/** A name after opening braces, and what closes them by half. */
const UNCLOSED = /^\s*[\p{L}_$][\p{L}\p{N}_.$-]*(?:\s*\})?/u;
const CLOSED_BY_HALF = /^\s*[\p{L}_$][\p{L}\p{N}_.$-]*\s*\}/u;

/** As braces are matched: these don't open or close anything. */
const ESCAPED = /\\(?:\{\{|\}\}|.)/gs;

/** Stands for an expression between texts. */
const EXPRESSION = '\0';

/** An expression as the author typed it, with the texts up to its neighbors. */
export interface TypedExpression {
	typed: string;
	before: string;
	after: string;
	isFirst: boolean;
	isLast: boolean;
}

export interface Misspelling {
	name: string;
	suggestion: string;
}

/** Text and tags that the author typed, without the code of an expression. */
export function typedText(entered: unknown): string {
	if (!isExpression(entered)) return String(entered ?? '');
	return replaceBraces(entered.slice(1), (typed, code) => (isTagCode(code) ? typed : ' '));
}

/** Beginnings of tags and expressions that are opened and not closed, such as `{{firstName}`. Braces without a name are text. */
export function unclosedTags(entered: unknown): string[] {
	const isCode = isExpression(entered);
	const text = isCode ? entered.slice(1) : String(entered ?? '');
	const unclosed: string[] = [];
	const rest = replaceBraces(text, (_, code) => {
		// In code, a text can contain braces.
		const parts = (isCode ? withoutTexts(code) : code).split('{{');
		const last = parts.pop() ?? '';
		unclosed.push(...parts, ...(isClosedByHalf(last) ? [last] : []));
		return ' ';
	});
	unclosed.push(...rest.replace(ESCAPED, ' ').split('{{').slice(1));
	return unclosed.flatMap((after) => {
		const begun = UNCLOSED.exec(after)?.[0];
		return begun === undefined ? [] : [`{{${begun}`];
	});
}

/** Whether one brace closes a tag, and the two that n8n takes for its end are others. */
function isClosedByHalf(code: string): boolean {
	return CLOSED_BY_HALF.test(code) || (isTagCode(code) && withoutTexts(code).includes('}'));
}

/** Without tags, which n8n's evaluation leaves as they are. */
export function expressionsIn(entered: unknown): TypedExpression[] {
	if (!isExpression(entered)) return [];
	const typed: string[] = [];
	const texts = replaceBraces(entered.slice(1), (expression, code) => {
		if (isTagCode(code)) return expression;
		typed.push(expression);
		return EXPRESSION;
	}).split(EXPRESSION);
	if (texts.length !== typed.length + 1) return [];
	return typed.map((expression, index) => ({
		...{ typed: expression, before: texts[index], after: texts[index + 1] },
		...{ isFirst: index === 0, isLast: index === typed.length - 1 },
	}));
}

/** Includes misspelled tags such as `{{first name}}`, which n8n can't evaluate. */
export function tagsIn(text: string): string[] {
	return tagsWhere(text, (code) => isTagCode(code) || misspelling(code) !== undefined);
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

export function misspelledTags(text: string): Misspelling[] {
	const found = innermostIn(text).flatMap((code) => misspelling(code) ?? []);
	return [...new Map(found.map((one) => [one.name, one])).values()];
}

function nameIn(code: string): string {
	return code.split(/\||\?\?/, 1)[0].trim();
}

function tagsWhere(text: string, isWanted: (code: string) => boolean): string[] {
	return innermostIn(text)
		.filter(isWanted)
		.map((code) => `{{${code}}}`);
}

/** Whether code in braces is a tag, not code of n8n or JavaScript. */
export function isTagCode(code: string): boolean {
	const bare = withoutTexts(code);
	// n8n would send the default to every contact, and a 0 for `firstName&nbsp;`. Several words it can't evaluate.
	const isOdd =
		LITERAL_FALLBACK.test(bare) || code.search(MARKUP) !== -1 || SEVERAL_WORDS.test(code);
	if (isOdd && misspelling(code)) return true;
	const [path] = bare.split('|', 1);
	const name = TAG_NAME.exec(path.trim())?.[1];
	return name !== undefined && !CODE_NAMES.has(name) && !N8N_NAME.test(bare.slice(path.length));
}

/** Set if a tag differs from a known one in case, separators, markup, a JavaScript default or one typo. */
function misspelling(code: string): Misspelling | undefined {
	const [path] = code.split(/\||\?\?/, 1);
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
