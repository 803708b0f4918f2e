/**
 * Personalization tags in n8n's expressions.
 *
 * Typing `{{firstName}}` into a field of n8n turns it into an expression, in which the tag is code: an unknown name, evaluated
 * silently to nothing. Here such tags are found, so that they can be kept for the service, or refused.
 */

/** Names without `$` that mean something in n8n's expressions; those with `$` are never tags. */
const N8N_NAMES = ['DateTime', 'Interval', 'Duration', 'extend', 'extendOptional'];

/** The names that the JavaScript language itself defines: keywords, literals and global objects. */
const JAVASCRIPT_NAMES = [
	...['await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default'],
	...['delete', 'do', 'else', 'enum', 'export', 'extends', 'false', 'finally', 'for', 'function'],
	...['if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let', 'new', 'null'],
	...['package', 'private', 'protected', 'public', 'return', 'static', 'super', 'switch', 'this'],
	...['throw', 'true', 'try', 'typeof', 'var', 'void', 'while', 'with', 'yield', 'arguments'],
	...['undefined', 'NaN', 'Infinity', 'globalThis', 'eval', 'isFinite', 'isNaN', 'parseFloat'],
	...['parseInt', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape'],
	...['unescape', 'Object', 'Function', 'Boolean', 'Symbol', 'Number', 'BigInt', 'Math', 'Date'],
	...['String', 'RegExp', 'Array', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array'],
	...['Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array'],
	...['BigUint64Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'ArrayBuffer', 'DataView'],
	...['SharedArrayBuffer', 'Atomics', 'JSON', 'Promise', 'Proxy', 'Reflect', 'Intl', 'Iterator'],
	...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError'],
	...['TypeError', 'URIError', 'FinalizationRegistry', 'WebAssembly'],
];

const KNOWN_NAMES = new Set([...N8N_NAMES, ...JAVASCRIPT_NAMES]);

/** A bare name, its dotted path, and a filter after `|` without n8n's names in it, as the code between the braces. */
const TAG_CODE = /^\s*([\p{L}_][\p{L}\p{N}_-]*)(\.[\p{L}\p{N}_-]+)*\s*(\|((?!\$[\w(])[\s\S])*)?$/u;

/**
 * Rewrites an expression so that n8n evaluates every tag in it to itself.
 *
 * @param expression the text of the field without the leading `=`
 */
export function keepTags(expression: string): string {
	return replaceTags(expression, (tag) => `{{ ${asStringLiteral(tag)} }}`);
}

/** The tags in an expression, braces included, exactly as typed. */
export function tagsIn(expression: string): string[] {
	const tags: string[] = [];
	replaceTags(expression, (tag) => {
		tags.push(tag);
		return tag;
	});
	return tags;
}

function replaceTags(expression: string, replacement: (tag: string) => string): string {
	let result = '';
	let rest = expression;
	for (;;) {
		const open = findUnescaped(rest, '{{');
		const close = open === -1 ? -1 : findUnescaped(rest.slice(open + 2), '}}');
		if (close === -1) return result + rest;
		const end = open + 2 + close + 2;
		const code = rest.slice(open + 2, end - 2);
		const tag = rest.slice(open, end);
		result += rest.slice(0, open) + (isTagCode(code) ? replacement(tag) : tag);
		rest = rest.slice(end);
	}
}

/** Where brackets stand that n8n takes for the start or end of code: those after an odd number of backslashes are text. */
function findUnescaped(text: string, brackets: string): number {
	let from = 0;
	for (;;) {
		const at = text.indexOf(brackets, from);
		if (at === -1) return -1;
		const backslashes = /\\*$/.exec(text.slice(0, at))?.[0].length ?? 0;
		if (backslashes % 2 === 0) return at;
		from = at + brackets.length;
	}
}

/** What stands between quotation marks: `"$5"` in a filter is text, and not n8n's. */
const QUOTED = /"[^"]*"|'[^']*'/g;

function isTagCode(code: string): boolean {
	const name = TAG_CODE.exec(code.replace(QUOTED, '""'))?.[1];
	return name !== undefined && !KNOWN_NAMES.has(name);
}

/**
 * A JavaScript string without any brace in it, which n8n would take for the end of the code, and without the line separators
 * that JSON allows in a string and n8n's parser does not.
 */
function asStringLiteral(text: string): string {
	return JSON.stringify(text).replace(
		/[{}\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
