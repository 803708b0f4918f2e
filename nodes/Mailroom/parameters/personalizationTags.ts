import { innermostIn, N8N_NAME, replaceBraces, withoutTexts } from './braces';
import { misspelledTags } from './misspelledTags';

/**
 * Personalization tags in n8n's expressions.
 *
 * Typing `{{firstName}}` into a field of n8n turns it into an expression, in which the tag is code: an unknown name, evaluated
 * silently to nothing. Here such tags are found, so that they can be kept for the service, or refused.
 */

/** Names without `$` that mean something in n8n's expressions; those with `$` are never tags. */
const N8N_NAMES = ['DateTime', 'Interval', 'Duration', 'extend', 'extendOptional'];

/** The names that the JavaScript language itself defines: keywords, literals and global objects. */
const JAVASCRIPT_NAMES = `
	await break case catch class const continue debugger default delete do else enum export extends false finally
	for function if implements import in instanceof interface let new null package private protected public return
	static super switch this throw true try typeof var void while with yield arguments undefined NaN Infinity
	globalThis eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent
	escape unescape Object Function Boolean Symbol Number BigInt Math Date String RegExp Array Int8Array
	Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array
	BigInt64Array BigUint64Array Map Set WeakMap WeakSet WeakRef ArrayBuffer DataView SharedArrayBuffer Atomics
	JSON Promise Proxy Reflect Intl Iterator Error AggregateError EvalError RangeError ReferenceError SyntaxError
	TypeError URIError FinalizationRegistry WebAssembly
`;

const KNOWN_NAMES = new Set([...N8N_NAMES, ...JAVASCRIPT_NAMES.trim().split(/\s+/)]);

/** A bare name and its dotted path. */
const TAG_NAME = /^([\p{L}_][\p{L}\p{N}_-]*)(\.[\p{L}\p{N}_-]+)*$/u;

/**
 * Rewrites an expression so that n8n evaluates every tag in it to itself.
 *
 * @param expression the text of the field without the leading `=`
 */
export function keepTags(expression: string): string {
	return replaceBraces(expression, (typed, code) =>
		isTagCode(code) ? `{{ ${asStringLiteral(typed)} }}` : typed,
	);
}

/** The tags in an expression or in a fixed text, braces included, exactly as typed. */
export function tagsIn(text: string): string[] {
	return innermostIn(text)
		.filter(isTagCode)
		.map((code) => `{{${code}}}`);
}

/** A text or a number for a name that has none. In n8n, which knows no such name, everybody would get it. */
const LITERAL_FALLBACK = /\?\?\s*(?:""|[\d.]+)\s*$/;

function isTagCode(code: string): boolean {
	const bare = withoutTexts(code);
	if (LITERAL_FALLBACK.test(bare) && misspelledTags(`{{${code}}}`).length > 0) return true;
	const [path] = bare.split('|', 1);
	const name = TAG_NAME.exec(path.trim())?.[1];
	const filter = bare.slice(path.length);
	return name !== undefined && !KNOWN_NAMES.has(name) && !N8N_NAME.test(filter);
}

/**
 * A JavaScript string without any brace in it, which n8n would take for the end of the code, and without the line separators
 * that JSON allows in a string and n8n's parser does not.
 */
export function asStringLiteral(text: string): string {
	return JSON.stringify(text).replace(
		/[{}\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
