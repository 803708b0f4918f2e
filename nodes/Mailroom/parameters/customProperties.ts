import { isJsonObject, type CustomPropertyValue } from '../service';
import { readDate, utcText } from './date';
import { InvalidParameter, type Label } from './InvalidParameter';
import { asNumber, assertExact, numberMeantBy } from './number';
import { assertValidDate } from './text';
import { fromJsonText, isEmpty, isLuxonDate, kindOf } from './values';
import { shown } from '../wording';

/**
 * Omits properties without a value. Undefined if none has one.
 *
 * @param value n8n's `{ assignments: [{ name, type, value }] }`, an object or a Map
 */
export function customProperties(
	value: unknown,
	label: string,
): Record<string, CustomPropertyValue> | undefined {
	const properties = new Map<string, string | number>();
	for (const { name, type, value: entry } of assignmentsOf(value, label)) {
		if (isEmpty(entry)) continue;
		if (typeof name !== 'string' || name.trim() === '') {
			throw new InvalidParameter(
				label,
				`contains the value ${shown(entry)} without a name`,
				"Enter the name of the property as it is defined in the service's dashboard",
			);
		}
		const property = name.trim();
		const read = customPropertyValue(entry, type, `${label} > ${property}`);
		if ((properties.get(property) ?? read) !== read) {
			throw new InvalidParameter(label, `contains two values for ${shown(property)}`, 'Remove one');
		}
		properties.set(property, read);
	}
	return properties.size > 0 ? Object.fromEntries(properties) : undefined;
}

type Assignment = { name?: unknown; type?: unknown; value?: unknown };

function assignmentsOf(given: unknown, label: string): Assignment[] {
	const value = fromJsonText(given);
	if (isJsonObject(value) && Array.isArray(value.assignments)) {
		return value.assignments as Assignment[];
	}
	return entriesOf(value, label).map(([name, entry]) => ({ name, value: entry }));
}

/** Also reads a Map, and JSON text of an object. */
export function entriesOf(given: unknown, label: Label): Array<[name: string, value: unknown]> {
	if (isEmpty(given)) return [];
	const value = fromJsonText(given);
	// A Set or a Date would look like an object without entries.
	const kind = isLuxonDate(value) ? '' : kindOf(value);
	if (kind === 'Map') return Object.entries(Object.fromEntries(value as Map<string, unknown>));
	if (kind === 'Object') return Object.entries(value as object);
	const problem = `must be an object such as {"plan": "pro"}, but is ${shown(value)}`;
	throw new InvalidParameter(label, problem);
}

/** @param type n8n's type of the assignment, if any */
export function customPropertyValue(value: unknown, type: unknown, label: Label): string | number {
	// n8n can hand over a number as text.
	const number = type === 'number' || typeof value === 'number' ? asNumber(value) : undefined;
	if (number !== undefined) {
		assertExact(number, label);
		return type === 'string' ? String(number) : number;
	}
	if (type === 'number') throw notANumber(value, label);
	assertValidDate(value, label);
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean') return String(value);
	const date = readDate(value);
	const text = date && utcText(date);
	if (text) return text;
	const problem = `must be text or a number, but is ${shown(value)}`;
	throw new InvalidParameter(label, problem, 'Convert it to text or a number');
}

function notANumber(value: unknown, label: Label): InvalidParameter {
	const meant = typeof value === 'string' ? numberMeantBy(value) : undefined;
	const advice = meant ? `Write ${meant}` : 'Write digits, with a point for decimals';
	return new InvalidParameter(label, `must be a number, but is ${shown(value)}`, advice);
}
