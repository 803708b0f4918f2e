import type { Reader } from './Reader';
import { InvalidParameter, type Label } from './InvalidParameter';
import { shown } from '../wording';

export const MAX_DELAY_SECONDS = 100 * 365 * 24 * 60 * 60;

/** Reads a number or a text such as "60". */
export function asNumber(value: unknown): number | undefined {
	const number =
		typeof value === 'string' && value.trim() !== '' ? Number(value) : (value as unknown);
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** `1250` or `1250,5` */
const WITHOUT_GROUPS = /^-?(?:0|[1-9]\d*)(?:[.,]\d+)?$/;

/** `1.250,5` or `1'250` */
const WITH_GROUPS = /^-?\d{1,3}([.,' \u2019\u00a0\u202f])\d{3}(?:\1\d{3})*(?:([.,])\d+)?$/;

/** `1,250`, but not `0,250` */
const WITH_TWO_MEANINGS = /^-?(?!0[.,])\d{1,3}[.,]\d{3}$/;

/** A number as this node reads it: `1.250,50` -> `1250.50`. Undefined if it is none or has two meanings. */
export function numberMeantBy(written: string): string | undefined {
	const text = written.trim();
	if (WITH_TWO_MEANINGS.test(text)) return undefined;
	if (WITHOUT_GROUPS.test(text)) return text.replace(',', '.');
	const [, group, point] = WITH_GROUPS.exec(text) ?? [];
	if (group === undefined || group === point) return undefined;
	return text.replaceAll(group, '').replace(',', '.');
}

/** Rejects a number that JavaScript may have rounded, such as a long ID. */
export function assertExact(number: number, label: Label): void {
	if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return;
	const problem = `has more digits than a number can store exactly: ${number}`;
	throw new InvalidParameter(label, problem, 'Convert it to text in an earlier node');
}

/** @param wanted such as "a number of seconds" */
export function numberWhere(
	isAllowed: (number: number) => boolean,
	wanted: string,
	advice?: string,
): Reader<number> {
	return (value, label) => {
		const number = asNumber(value);
		if (number !== undefined && isAllowed(number)) return number;
		throw new InvalidParameter(label, `must be ${wanted}, but is ${shown(value)}`, advice);
	};
}

export function wholeNumberFrom1(value: unknown, label: string, advice?: string): number {
	const isAllowed = (number: number) => Number.isInteger(number) && number >= 1;
	return numberWhere(isAllowed, 'a whole number of at least 1', advice)(value, label);
}

export const secondsFrom0 = numberWhere(
	(number) => number >= 0 && number <= MAX_DELAY_SECONDS,
	`a number of seconds, from 0 to ${MAX_DELAY_SECONDS.toLocaleString('en-US')}`,
);
