import type { CustomPropertyValue } from '../service';
import { InvalidParameter, type Label } from './InvalidParameter';
import { asNumber, assertExact } from './number';
import { fromJsonText, isEmpty, isLuxonDate } from './text';
import { shown } from './wording';

/**
 * Omits properties without a value. Undefined if none has one.
 *
 * @param value n8n's `{ assignments: [{ name, type, value }] }`, or a plain object
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
				`holds the value ${shown(entry)} without a name`,
				"Enter the name of the property as it is defined in the service's dashboard",
			);
		}
		properties.set(name.trim(), customPropertyValue(entry, type, `${label} > ${name.trim()}`));
	}
	return properties.size > 0 ? Object.fromEntries(properties) : undefined;
}

type Assignment = { name?: unknown; type?: unknown; value?: unknown };

function assignmentsOf(given: unknown, label: string): Assignment[] {
	if (isEmpty(given)) return [];
	const value = fromJsonText(given);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new InvalidParameter(
			label,
			`must be an object such as {"plan": "pro"}, but is ${shown(value)}`,
		);
	}
	if ('assignments' in value && Array.isArray(value.assignments)) {
		return value.assignments as Assignment[];
	}
	return Object.entries(value).map(([name, entry]) => ({ name, value: entry }));
}

/** @param type n8n's type of the assignment, if any */
export function customPropertyValue(value: unknown, type: unknown, label: Label): string | number {
	// n8n can hand over a number as text.
	const number = type === 'number' || typeof value === 'number' ? asNumber(value) : undefined;
	if (number !== undefined) {
		assertExact(number, label);
		return type === 'string' ? String(number) : number;
	}
	if (type === 'number') {
		throw new InvalidParameter(label, `must be a number, but is ${shown(value)}`);
	}
	if (typeof value === 'string') return value;
	if (value instanceof Date) return value.toISOString();
	if (typeof value === 'boolean' || isLuxonDate(value)) return String(value);
	const problem = `must be a text or a number, but is ${shown(value)}`;
	throw new InvalidParameter(label, problem, 'Convert it to a text or a number');
}
