import { bracesIn } from './braces';
import { isExpression } from './Field';
import { InvalidParameter, shown } from './InvalidParameter';
import { optionalText } from './text';

/** Stands before and behind each part of a key that n8n computes, until it is known that the part is no hole. */
const MARK = '\u0001';

/** What JavaScript writes where a value is missing. */
const MISSING_WORDS = ['undefined', 'null', 'NaN'];
const MISSING_VALUES = ['[object Object]', 'Invalid Date'];
/** The same within a word: `'order' + $json.no` gives `orderundefined`. */
const ENDS_MISSING = /undefined|NaN|null$/;

/** A field of an item, as it is: its text may hold any word, such as `null-safety-course`. */
const FIELD =
	/^\s*\$\w*(?:\((?:"[^"]*"|'[^']*')\))?(?:\??\.\w+(?:\(\))?|\[(?:\d+|"[^"]*"|'[^']*')\])*\s*$/;

/** Rewrites the expression of a key, without its leading `=`, so that its reader knows the computed parts from the typed ones. */
export function markParts(expression: string): string {
	const parts = bracesIn(expression);
	// What n8n computes from nothing else is the part.
	if (parts.length === 1 && expression.trim() === `{{${parts[0].code}}}`) return expression;
	const end = parts.at(-1)?.end ?? 0;
	const marked = parts.map(({ start, end: close }, index) => {
		const typed = expression.slice(parts[index - 1]?.end ?? 0, start);
		return `${typed}${MARK}${expression.slice(start, close)}${MARK}`;
	});
	return marked.join('') + expression.slice(end);
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
	if (!isExpression(entered)) return key || undefined;
	if (key === '') {
		throw new InvalidParameter(
			label,
			'is empty for this item, so nothing would keep the email from going out twice. Check the expression, or remove the option',
		);
	}
	const codes = bracesIn(String(entered)).map((part) => part.code);
	const values = text.includes(MARK)
		? text.split(MARK).filter((_, index) => index % 2 === 1)
		: [text];
	const hole = codes.find((code, index) => isHole(values[index] ?? '', code));
	if (hole === undefined) return key;
	throw new InvalidParameter(
		label,
		`has a hole for this item: it comes out as ${shown(key)}, because {{${hole}}} has no value. Different emails would share this key, and only the first would be sent. Check the expression`,
	);
}

function isHole(value: string, code: string): boolean {
	const text = value.trim();
	if (text === '' || MISSING_VALUES.some((missing) => text.includes(missing))) return true;
	if (FIELD.test(code)) return MISSING_WORDS.includes(text);
	return text.split(/[^\p{L}\p{N}]+/u).some((word) => word === 'null' || ENDS_MISSING.test(word));
}
