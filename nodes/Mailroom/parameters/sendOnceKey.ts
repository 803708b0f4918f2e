import { bracesIn } from './braces';
import { isExpression } from './Field';
import { InvalidParameter, shown } from './InvalidParameter';
import { refuseInexact } from './number';
import { optionalText } from './text';

/** JavaScript writes this where a value is missing. */
const MISSING = /^$|undefined|NaN|null(?![\p{L}\p{N}])|\[object Object\]|Invalid Date/u;
/**
 * The same in a text that an earlier node made. There the words may begin a longer phrase: `order-undefined` and `null-2026` are
 * incomplete, `null-safety-course` is not.
 */
const MISSING_IN_FIELD =
	/^$|(?<![\p{L}\p{N}])(?:undefined|NaN|null)(?![^\p{L}\p{N}]*\p{L})|\[object Object\]|Invalid Date/u;
/** Code that puts a text together, of which a value may be missing. */
const PUTS_TOGETHER = /[+,`]/;

/** The field of the key, for one item. */
export interface KeyField {
	label: string;
	/** Undefined where it was not added, or where all options are one expression. */
	entered: unknown;
	/** The value of the whole field. */
	read(): unknown;
	/** @param part an expression of the field, with its braces */
	evaluate(part: string): unknown;
}

/**
 * The text of a Send Once Key, undefined when none was entered. A key from an expression must be complete: different emails would share
 * an incomplete one, and only the first of them would be sent.
 */
export function completeKey(field: KeyField): string | undefined {
	const { label, entered } = field;
	if (isExpression(entered)) return keyOfParts(field, String(entered).slice(1));
	const value = field.read();
	if (value === undefined) return undefined;
	const key = filledKey(optionalText(value, label) ?? '', label);
	// Where all options are one expression, it is not known which part of the key was computed.
	if (entered === undefined && MISSING.test(key)) throw incomplete(label, 'a part of it', key);
	return key;
}

/** Evaluates a key part by part, so that each is checked by itself. */
function keyOfParts({ label, evaluate }: KeyField, expression: string): string {
	let text = '';
	let done = 0;
	let missing: string | undefined;
	for (const { start, end, code } of bracesIn(expression)) {
		const typed = expression.slice(start, end);
		const value = evaluate(typed);
		if (typeof value === 'number' && Number.isFinite(value)) refuseInexact(value, label);
		const part = String(value ?? '');
		if (isMissing(part, code)) missing ??= typed;
		text += expression.slice(done, start) + part;
		done = end;
	}
	const key = filledKey(text + expression.slice(done), label);
	if (missing !== undefined) throw incomplete(label, missing, key);
	return key;
}

/** @param code that made the value */
function isMissing(value: string, code: string): boolean {
	return (PUTS_TOGETHER.test(code) ? MISSING : MISSING_IN_FIELD).test(value.trim());
}

/** The same letters can be written in several ways. */
function filledKey(text: string, label: string): string {
	const key = text.trim().normalize('NFC');
	if (key !== '') return key;
	throw new InvalidParameter(
		label,
		'is empty for this item, so nothing would keep the email from going out twice. Enter a key, check its expression, or remove the option',
	);
}

function incomplete(label: string, what: string, key: string): InvalidParameter {
	return new InvalidParameter(
		label,
		`is incomplete: ${what} has no value. Different emails would share the key ${shown(key)}. Check the expression`,
	);
}
