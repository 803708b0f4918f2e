import { InvalidParameter, shown } from './InvalidParameter';

/** A number, also from a text such as "60"; undefined when the value is no number. */
export function asNumber(value: unknown): number | undefined {
	const number =
		typeof value === 'string' && value.trim() !== '' ? Number(value) : (value as unknown);
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Refuses a long number, such as a telephone number, whose last digits are others by now than they were. */
export function assertExact(
	number: number,
	label: string,
	advice = 'Make it a text where it comes from',
): void {
	if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return;
	const problem = `has more digits than a number can hold exactly: ${number}`;
	throw new InvalidParameter(label, problem, advice);
}

/** A count of things. */
export function wholeNumberFrom1(value: unknown, label: string, advice?: string): number {
	const number = asNumber(value);
	if (number === undefined || !Number.isInteger(number) || number < 1) {
		const problem = `must be a whole number from 1, but is ${shown(value)}`;
		throw new InvalidParameter(label, problem, advice);
	}
	return number;
}

/** A hundred years: more is a slip, and soon no date any more. */
export const MAX_DELAY_SECONDS = 100 * 365 * 24 * 60 * 60;

/** Seconds to wait before an email goes out: not negative. */
export function secondsFrom0(value: unknown, label: string): number {
	const number = asNumber(value);
	if (number === undefined || number < 0 || number > MAX_DELAY_SECONDS) {
		throw new InvalidParameter(
			label,
			`must be a number of seconds, from 0 to ${MAX_DELAY_SECONDS.toLocaleString('en-US')}, but is ${shown(value)}`,
		);
	}
	return number;
}
