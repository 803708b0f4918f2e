import { bracesIn } from './braces';
import { isExpression } from './evaluator';
import type { Form } from './Form';
import { InvalidParameter } from './InvalidParameter';
import { assertExact } from './number';
import { isEmpty, optionalText } from './text';
import { shown } from './wording';

/** JavaScript writes these where a value is missing. */
const MISSING_VALUE =
	/^\s*$|undefined|null(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])|Invalid Date|\[object Object\]/u;

const UNCLOSED = /(?<!\\)\{\{/;

/** Undefined if none was entered. Each expression must have a value: later emails with the same incomplete key would be skipped. */
export function completeKey(options: Form, name: string): string | undefined {
	const label = options.label(name);
	const entered = options.raw(name);
	if (isExpression(entered)) return keyOfParts(options, name, entered.slice(1));
	if (entered === undefined) return undefined;
	return filledKey(options.read(name, optionalText) ?? '', label);
}

function keyOfParts(options: Form, name: string, expression: string): string {
	const label = options.label(name);
	let text = '';
	let done = 0;
	let missing: string | undefined;
	for (const { start, end } of bracesIn(expression)) {
		const typed = expression.slice(start, end);
		const value = options.evaluatePart(name, `=${typed}`);
		if (typeof value === 'number' && Number.isFinite(value)) assertExact(value, label);
		const part = String(value ?? '');
		if (MISSING_VALUE.test(part) || hasGap(value)) missing ??= typed;
		text += expression.slice(done, start) + part;
		done = end;
	}
	const rest = expression.slice(done);
	if (UNCLOSED.test(rest)) {
		throw new InvalidParameter(label, 'has "{{" without "}}"', 'Close the expression');
	}
	const key = filledKey(text + rest, label);
	if (missing === undefined) return key;
	throw new InvalidParameter(
		label,
		`is incomplete: ${missing} has no value`,
		`Different emails would share the key ${shown(key)}. Check the expression`,
	);
}

function hasGap(value: unknown): boolean {
	return value === Infinity || value === -Infinity || (Array.isArray(value) && value.some(isEmpty));
}

function filledKey(text: string, label: string): string {
	const key = text.trim().normalize('NFC');
	if (key !== '') return key;
	throw new InvalidParameter(
		label,
		'is empty for this item',
		'Enter a key, or check the expression. If you remove the option, the email could be sent twice',
	);
}
