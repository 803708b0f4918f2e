import { InvalidParameter } from './InvalidParameter';
import { assertExact } from './number';

/** Tells whether the user left a field empty: such a field is not sent at all. */
export function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && value.trim() === '') ||
		(Array.isArray(value) && value.length === 0)
	);
}

/** A text, undefined when left empty; numbers, which expressions often yield, become text. */
export function optionalText(value: unknown, label: string): string | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'string') return value;
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InvalidParameter(label, `must be text, but is ${value}`);
	}
	if (typeof value === 'number') assertExact(value, label);
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
		return String(value);
	}
	if (isLuxonDate(value)) return String(value);
	throw new InvalidParameter(label, `must be text, but is ${kindOf(value)}`);
}

/** A text that must not be left empty. */
export function requiredText(value: unknown, label: string): string {
	const text = optionalText(value, label);
	if (text === undefined) throw new InvalidParameter(label, 'is empty, but required');
	return text;
}

/**
 * The value of a text such as `["a", "b"]` or `{"a": 1}`, and any other value as it is. A language model that is asked for a
 * text writes lists and objects so.
 */
export function fromJsonText(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

/** A date of an expression, by its shape: n8n may use another copy of luxon than this package finds. */
export function isLuxonDate(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'isLuxonDateTime' in value;
}

function kindOf(value: unknown): string {
	return Array.isArray(value) ? 'a list' : `of the type ${typeof value}`;
}
