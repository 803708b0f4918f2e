/** Names of n8n and JavaScript that are no tags. */
export const CODE_NAMES = new Set(
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

/** These have a value that a text can show, or none. */
const VALUES = ['true', 'false', 'null', 'undefined'];

/** Whether code in braces is a name alone, such as `Date`, for which n8n writes program text, or which it can't evaluate. */
export function isProgramName(code: string): boolean {
	const name = code.trim();
	return CODE_NAMES.has(name) && !VALUES.includes(name);
}

/** `Favorite Bread`. As code, it would need a keyword. */
const SEVERAL_WORDS = /^\s*\p{L}+(?:\s+\p{L}+)+\s*$/u;

/** Whether code in braces is a name with blanks, which can be neither a tag nor code. */
export function isSeveralWords(code: string): boolean {
	if (!SEVERAL_WORDS.test(code)) return false;
	return !code
		.trim()
		.split(/\s+/)
		.some((word) => CODE_NAMES.has(word));
}
