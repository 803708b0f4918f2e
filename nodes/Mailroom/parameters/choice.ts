import { InvalidParameter, shown } from './InvalidParameter';
import { isEmpty } from './text';

/** A toggle, undefined when it was not added to the form; also "true" and "false" from an expression. */
export function optionalBoolean(value: unknown, label: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (text === 'true') return true;
	if (text === 'false') return false;
	throw new InvalidParameter(label, `must be true or false, but is ${shown(value)}`);
}

/** The same, off when it was not added. */
export function switchedOn(value: unknown, label: string): boolean {
	return optionalBoolean(value, label) ?? false;
}

/** Reads one of the values that a drop-down offers. An expression may have set it to anything. */
export function oneOf<Choice extends string>(
	...choices: [Choice, Choice, ...Choice[]]
): (value: unknown, label: string) => Choice {
	return (value, label) => {
		const chosen = choices.find((choice) => choice === value);
		if (chosen !== undefined) return chosen;
		const offered = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
		throw new InvalidParameter(label, `must be ${offered}, but is ${shown(value)}`);
	};
}

/** Makes a reader that gives a default for a field that was left empty. */
export function orElse<T>(
	reader: (value: unknown, label: string) => T,
	byDefault: T,
): (value: unknown, label: string) => T {
	return (value, label) => (isEmpty(value) ? byDefault : reader(value, label));
}
