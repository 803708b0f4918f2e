import type { Reader } from './Reader';
import { InvalidParameter } from './InvalidParameter';
import { isEmpty } from './values';
import { shown } from '../wording';

const CHOOSE = 'Choose one, or check the expression';

/** Also takes the texts "true" and "false". */
export function optionalBoolean(value: unknown, label: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (text === 'true') return true;
	if (text === 'false') return false;
	throw new InvalidParameter(label, `must be true or false, but is ${shown(value)}`, CHOOSE);
}

export function switchedOn(value: unknown, label: string): boolean {
	return optionalBoolean(value, label) ?? false;
}

/** Checks a drop-down, as an expression can give any value. */
export function oneOf<Choice extends string>(
	...choices: [Choice, Choice, ...Choice[]]
): Reader<Choice> {
	return (value, label) => {
		const chosen = choices.find((choice) => choice === value);
		if (chosen !== undefined) return chosen;
		const offered = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
		throw new InvalidParameter(label, `must be ${offered}, but is ${shown(value)}`, CHOOSE);
	};
}

export function orElse<T>(reader: Reader<T>, byDefault: T): Reader<T> {
	return (value, label) => (isEmpty(value) ? byDefault : reader(value, label));
}
