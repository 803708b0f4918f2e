import { bracesIn, replaceBraces } from './braces';
import { isExpression } from './Field';
import { InvalidParameter, shown } from './InvalidParameter';
import { optionalText } from './text';

/** Stands before and behind each part of a key that n8n computes, until it is known that the part is no hole. */
const MARK = '\u0001';

/** JavaScript writes this where a value is missing. */
const MISSING_VALUE = /^(?:undefined|null|NaN)?$|\[object Object\]|Invalid Date/;
/** The same within a text that is put together: `'order' + $json.no` gives `orderundefined`. */
const MISSING_PART = /undefined|NaN|null(?![\p{L}\p{N}])/u;
/** The same within the text of a field, where no other word follows: `order-undefined`, but not `null-safety-course`. */
const MISSING_WORD = /(?<![\p{L}\p{N}])(?:undefined|null|NaN)(?:\P{L}*$|[^\p{L}\p{N}]+\p{N})/u;
/** A field of an item, as it is. */
const FIELD =
	/^\s*\$\w*(?:\((?:"[^"]*"|'[^']*')\))?(?:\??\.\w+(?:\(\))?|\[(?:\d+|"[^"]*"|'[^']*')\])*\s*$/;

/** Rewrites the expression of a key, without its leading `=`, so that its reader knows the computed parts from the typed ones. */
export function markParts(expression: string): string {
	const parts = bracesIn(expression);
	// A key that is computed as a whole is one part.
	if (parts.length === 1 && expression.trim() === `{{${parts[0].code}}}`) return expression;
	return replaceBraces(expression, (typed) => `${MARK}${typed}${MARK}`);
}

/**
 * The text of a Send Once Key, undefined when none was entered. A key from an expression must be complete: emails that differ
 * would share one with a hole, and only the first of them would go out.
 *
 * @param value what came of the expression as `markParts` gives it
 * @param entered what stands in the field
 */
export function completeKey(value: unknown, label: string, entered: unknown): string | undefined {
	const text = optionalText(value, label) ?? '';
	// The same letters can be written in several ways.
	const key = text.replaceAll(MARK, '').trim().normalize('NFC');
	if (value === undefined && !isExpression(entered)) return undefined;
	if (key === '') {
		throw new InvalidParameter(
			label,
			'is empty for this item, so nothing would keep the email from going out twice. Enter a key, check its expression, or remove the option',
		);
	}
	if (!isExpression(entered)) {
		// Where all options are one expression, nobody knows which part of the key was computed.
		if (entered !== undefined || !isHole(key, '')) return key;
		throw new InvalidParameter(
			label,
			`has a hole for this item: it comes out as ${shown(key)}. Different emails would share this key, and only the first would be sent. Check the expression`,
		);
	}
	const values = text.includes(MARK) ? text.split(MARK).filter((_, index) => index % 2) : [text];
	const hole = bracesIn(String(entered)).find(({ code }, index) =>
		isHole(values[index] ?? '', code),
	);
	if (!hole) return key;
	throw new InvalidParameter(
		label,
		`has a hole for this item: it comes out as ${shown(key)}, because {{${hole.code}}} has no value. Different emails would share this key, and only the first would be sent. Check the expression`,
	);
}

function isHole(value: string, code: string): boolean {
	const missing = FIELD.test(code) ? MISSING_WORD : MISSING_PART;
	return MISSING_VALUE.test(value.trim()) || missing.test(value);
}
