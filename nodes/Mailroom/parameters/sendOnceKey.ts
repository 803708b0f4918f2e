import { bracesIn } from './braces';
import { isExpression } from './evaluator';
import type { Form } from './Form';
import { InvalidParameter, shown } from './InvalidParameter';
import { assertExact } from './number';
import { optionalText } from './text';

/** JavaScript writes this where a value is missing. */
const MISSING_VALUE = /^(?:undefined|null|NaN)?$|\[object Object\]|Invalid Date/;
/** In a computed text: `'order' + $json.no` gives `orderundefined`. */
const MISSING_PART = /undefined|NaN|null(?![\p{L}\p{N}])/u;
/** In the text of a field, where no other word follows: `order-undefined`, but not `null-safety-course`. */
const MISSING_WORD = /(?<![\p{L}\p{N}])(?:undefined|null|NaN)(?:\P{L}*$|[^\p{L}\p{N}]+\p{N})/u;
/** A field of an item, as it is. */
const FIELD =
	/^\s*\$\w*(?:\((?:"[^"]*"|'[^']*')\))?(?:\??\.\w+(?:\(\))?|\[(?:\d+|"[^"]*"|'[^']*')\])*\s*$/;

/**
 * Undefined when none was entered. Each expression in it must have a value: of emails that share an incomplete key, only the first would be
 * sent.
 *
 * @param options the collection that holds it
 */
export function completeKey(options: Form, name: string): string | undefined {
	const label = options.label(name);
	const entered = options.raw(name);
	if (isExpression(entered)) return keyOfParts(options, name, entered.slice(1));
	const value = options.read(name, (text) => text);
	if (value === undefined) return undefined;
	const key = filledKey(optionalText(value, label) ?? '', label);
	// If one expression computes all options, it is unknown which part of the key it computed.
	if (entered === undefined && isMissing(key, '')) throw incomplete(label, shown(key), key);
	return key;
}

function keyOfParts(options: Form, name: string, expression: string): string {
	const label = options.label(name);
	let text = '';
	let done = 0;
	let missing: string | undefined;
	for (const { start, end, code } of bracesIn(expression)) {
		const typed = expression.slice(start, end);
		const value = options.evaluatePart(name, `=${typed}`);
		if (typeof value === 'number' && Number.isFinite(value)) assertExact(value, label);
		const part = String(value ?? '');
		if (isMissing(part, code)) missing ??= typed;
		text += expression.slice(done, start) + part;
		done = end;
	}
	const key = filledKey(text + expression.slice(done), label);
	if (missing !== undefined) throw incomplete(label, `${missing} has no value`, key);
	return key;
}

function filledKey(text: string, label: string): string {
	const key = text.trim().normalize('NFC');
	if (key !== '') return key;
	throw new InvalidParameter(
		label,
		'is empty for this item',
		'Enter a key, check its expression, or remove the option: without a key, the email could be sent twice',
	);
}

function isMissing(value: string, code: string): boolean {
	const missing = FIELD.test(code) ? MISSING_WORD : MISSING_PART;
	return MISSING_VALUE.test(value.trim()) || missing.test(value);
}

function incomplete(label: string, what: string, key: string): InvalidParameter {
	return new InvalidParameter(
		label,
		`is incomplete: ${what}`,
		`Different emails would share the key ${shown(key)}. Check the expression`,
	);
}
