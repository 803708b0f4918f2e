import type { Reader } from './Reader';
import { emptyParameter, InvalidParameter, type Label } from './InvalidParameter';
import { assertExact } from './number';
import { isDate, isEmpty, isLuxonDate, partsOf } from './values';
import { shown } from '../wording';

/** Line breaks could smuggle in recipients. */
export const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029]/u;

/** Text of an invalid Date or luxon DateTime. */
const INVALID_DATE = /^Invalid Date(?:Time)?$/;

/** Numbers, booleans and dates become text. */
export function optionalText(value: unknown, label: Label): string | undefined {
	if (isEmpty(value)) return undefined;
	assertValidDate(value, label);
	if (typeof value === 'string') return value;
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InvalidParameter(label, `must be text, but is ${value}`);
	}
	if (typeof value === 'number') assertExact(value, label);
	if (isDate(value)) return value.toISOString();
	if (['number', 'boolean', 'bigint'].includes(typeof value) || isLuxonDate(value)) {
		return String(value);
	}
	const kind = Array.isArray(value) ? 'an array' : `of the type ${typeof value}`;
	throw new InvalidParameter(label, `must be text, but is ${kind}`);
}

/** Reads with `reader`. Throws InvalidParameter if there is no value. */
export function required<T>(reader: Reader<T | undefined>): Reader<T> {
	return (value, label) => {
		const read = reader(value, label);
		if (read === undefined) throw emptyParameter(label);
		return read;
	};
}

export const requiredText = required(optionalText);

/** The subject of an email, trimmed. */
export function requiredLine(value: unknown, label: string): string {
	const text = requiredText(value, label);
	if (!CONTROL_CHARACTER.test(text)) return text.trim();
	const problem = 'must not contain line breaks or control characters';
	const advice = 'Remove them, for example with {{ $json.subject.replace(/\\s+/g, " ") }}';
	throw new InvalidParameter(label, problem, advice);
}

export function assertValidDate(value: unknown, label: Label): void {
	const mayBeDate = typeof value === 'string' || isDate(value) || isLuxonDate(value);
	if (!mayBeDate || !INVALID_DATE.test(String(value))) return;
	throw new InvalidParameter(label, 'is an invalid date', 'Check the expression');
}

/** Distinct names (see `partsOf`); undefined if there are none. */
export function listNames(value: unknown, label: Label): string[] | undefined {
	const names = partsOf(value).map((part) => {
		if (typeof part === 'string') return part.trim();
		throw new InvalidParameter(label, `must contain names as text, but contains ${shown(part)}`);
	});
	return names.length > 0 ? [...new Set(names)] : undefined;
}
