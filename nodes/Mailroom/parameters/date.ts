import { DateTime } from 'luxon';
import { InvalidParameter, shown } from './InvalidParameter';
import { MAX_DELAY_SECONDS } from './number';
import { isEmpty, isLuxonDate } from './text';

/** Clocks differ and workflows are slow. */
const MAX_LATE_MS = 5 * 60_000;

/** With a date, as luxon takes a time alone for today, and without a zone's name, which may contradict an offset. */
const READABLE = /^(?:\d{4}-\d\d-\d\d|\d{8}T)[^[]*$/;

/**
 * ISO 8601 in UTC, e.g. `2026-12-01T15:00:00.000Z`.
 *
 * @param value ISO 8601 or SQL text, a Date or a luxon DateTime
 * @param timezone IANA name, for a text without offset
 */
export function utcDate(value: unknown, label: string, timezone: string): string {
	if (isEmpty(value)) throw new InvalidParameter(label, 'is empty, but a date is required');
	const text = readDate(value, timezone)?.toUTC().toISO();
	if (text) return text;
	throw new InvalidParameter(
		label,
		`is not a date that can be read: ${shown(value)}`,
		'Pick a date, or enter one such as 2026-12-01T10:00:00',
	);
}

/**
 * Refuses a date in the past or more than a hundred years ahead.
 *
 * @param timezone IANA name, for the message
 * @param now in ms since 1970
 */
export function inReach(date: string, label: string, timezone: string, now: number): string {
	const aheadMs = Date.parse(date) - now;
	if (aheadMs >= -MAX_LATE_MS && aheadMs <= 1000 * MAX_DELAY_SECONDS) return date;
	const where = aheadMs > 0 ? 'more than a hundred years ahead' : 'in the past';
	const time = DateTime.fromISO(date, { zone: timezone }).toISO({ suppressMilliseconds: true });
	const advice = 'Enter another date, or set "Delivery" to "Now"';
	throw new InvalidParameter(label, `is ${where}: ${shown(time)}`, advice);
}

function readDate(value: unknown, zone: string): DateTime | undefined {
	if (value instanceof Date) return DateTime.fromJSDate(value);
	const text = isLuxonDate(value) ? String(value) : value;
	if (typeof text !== 'string' || !READABLE.test(text.trim())) return undefined;
	const options = { zone, setZone: true };
	const date = DateTime.fromISO(text.trim(), options);
	return date.isValid ? date : DateTime.fromSQL(text.trim(), options);
}
