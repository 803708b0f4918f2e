import { DateTime } from 'luxon';
import type { FormRun } from './Form';
import type { Reader } from './Reader';
import { emptyParameter, InvalidParameter } from './InvalidParameter';
import { MAX_DELAY_SECONDS } from './number';
import { isDate, isEmpty, isLuxonDate } from './values';
import { joinSentences, shown } from '../wording';

/** Clocks differ and workflows are slow. */
const MAX_LATE_MS = 5 * 60_000;

/** No zone is further from UTC. */
const MAX_OFFSET_MINUTES = 14 * 60;

/** A date is required, as luxon reads a time alone as today. `[Zone]` is excluded, as it can contradict the offset. */
const READABLE = /^(?:\d{4}-\d\d-\d\d|\d{8}T)[^[]*$/;

/** Such as IST, of which luxon chooses one of three zones. */
const AMBIGUOUS_ZONE = /(?<=[\s\d])(?!(?:UTC|GMT|Z)$)[a-z]+$/i;

/**
 * Reads a future date from ISO 8601 or SQL text, a Date or a luxon DateTime.
 *
 * @returns ISO 8601 in UTC, such as `2026-12-01T15:00:00Z`
 */
export function futureDate(
	{ timezone, startedAt }: Pick<FormRun, 'timezone' | 'startedAt'>,
	adviceIfPast?: string,
): Reader<string> {
	return (value, label) => {
		if (isEmpty(value)) throw emptyParameter(label);
		const date = readDate(value, timezone);
		const text = date && utcText(date);
		if (!text) {
			const problem = `isn't a readable date: ${shown(value)}`;
			const advice = 'Pick a date, or enter one such as 2026-12-01T10:00:00';
			throw new InvalidParameter(label, problem, advice);
		}
		const aheadMs = date.toMillis() - startedAt;
		if (aheadMs >= -MAX_LATE_MS && aheadMs <= 1000 * MAX_DELAY_SECONDS) return text;
		const where = aheadMs > 0 ? 'more than a hundred years ahead' : 'in the past';
		const time = date.setZone(timezone).toISO({ suppressMilliseconds: true });
		const advice = joinSentences('Enter another date', aheadMs > 0 ? undefined : adviceIfPast);
		throw new InvalidParameter(label, `is ${where}: ${shown(time)}`, advice);
	};
}

/** In UTC and whole seconds, as many servers refuse fractions. Null if the date is invalid. */
export function utcText(date: DateTime): string | null {
	return date.toUTC().startOf('second').toISO({ suppressMilliseconds: true });
}

export function readDate(value: unknown, zone?: string): DateTime | undefined {
	if (isDate(value)) return DateTime.fromJSDate(value);
	const text = isLuxonDate(value) ? String(value) : value;
	const written = typeof text === 'string' ? text.trim() : '';
	if (!READABLE.test(written) || AMBIGUOUS_ZONE.test(written)) return undefined;
	const options = { zone, setZone: true };
	const date = DateTime.fromISO(written, options);
	const read = date.isValid ? date : DateTime.fromSQL(written, options);
	return Math.abs(read.offset) <= MAX_OFFSET_MINUTES ? read : undefined;
}
