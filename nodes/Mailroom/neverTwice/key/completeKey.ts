import { replaceBraces } from '../../parameters/braces';
import { isExpression } from '../../parameters/evaluator';
import { containsExpression, ExpressionInFixed } from '../../parameters/expressionInFixed';
import type { Form } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { assertExact } from '../../parameters/number';
import { assertNoExtraBraces } from '../../parameters/extraBraces';
import { flawOf } from '../../parameters/programText';
import { optionalText } from '../../parameters/text';
import { isDate, isEmpty } from '../../parameters/values';
import { shown } from '../../wording';

/** Texts that JavaScript and luxon write for a missing value. */
const WRITTEN_FOR_NOTHING = /^(?:|undefined|null|NaN|Invalid Date(?:Time)?)$|\[object \w+\]/;

const UNCLOSED = /(?<!\\)\{\{/;

/** Undefined if none was entered. Each expression must have a value: later emails with the same incomplete key would be skipped. */
export function completeKey(options: Form, name: string): string | undefined {
	const label = options.label(name);
	const entered = options.raw(name);
	if (isExpression(entered)) return keyOfParts(options, name, entered.slice(1));
	if (entered === undefined) return undefined;
	if (typeof entered === 'string' && entered.includes('{{')) throw keyWithBraces(entered, label);
	return filledKey(options.read(name, optionalText) ?? '', label);
}

/** The braces would be part of the one key that all emails share. */
function keyWithBraces(entered: string, label: string): InvalidParameter {
	if (containsExpression(entered)) return new ExpressionInFixed(label);
	const problem = 'contains {{ but is set to Fixed, so all emails would have the same key';
	const advice = 'Switch the field to Expression, and type a field such as {{ $json.orderId }}';
	return new InvalidParameter(label, problem, advice);
}

function keyOfParts(options: Form, name: string, expression: string): string {
	const label = options.label(name);
	if (UNCLOSED.test(replaceBraces(expression, () => ' '))) {
		throw new InvalidParameter(label, 'has "{{" without "}}"', 'Close the expression');
	}
	assertNoExtraBraces(expression, label);
	const missing: string[] = [];
	const text = replaceBraces(expression, (typed) => {
		const value = options.evaluatePart(name, typed);
		if (typeof value === 'number' && Number.isFinite(value)) assertExact(value, label);
		const part = keyPart(value);
		if (part === undefined) missing.push(typed);
		// The error shows the key that items would share.
		return part ?? (isEmpty(value) ? '' : '?');
	});
	const key = filledKey(text, label);
	if (missing.length === 0) return key;
	throw new InvalidParameter(
		label,
		`is incomplete: ${missing[0]} has no value`,
		`Different emails would share the Send Once Key ${shown(key)}. Check the expression`,
	);
}

/** Undefined for a value that doesn't tell emails apart, such as an object. */
function keyPart(value: unknown): string | undefined {
	if (Array.isArray(value)) {
		const parts = value.map(keyPart);
		return parts.length > 0 && !parts.includes(undefined) ? parts.join() : undefined;
	}
	if (flawOf(value)) return undefined;
	const text = isDate(value) ? value.toISOString() : String(value);
	return WRITTEN_FOR_NOTHING.test(text.trim()) ? undefined : text;
}

function filledKey(text: string, label: string): string {
	const key = text.trim().normalize('NFC');
	if (key !== '') return key;
	throw new InvalidParameter(
		label,
		'is empty for this item',
		'Enter a Send Once Key, or check the expression. Without this option, duplicates are possible',
	);
}
