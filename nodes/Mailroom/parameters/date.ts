import { DateTime } from 'luxon';
import { InvalidParameter, shown } from './InvalidParameter';
import { MAX_DELAY_SECONDS } from './number';
import { isEmpty } from './text';

/** A clock may be wrong, and a workflow slow; more than that is a mistake, and the email would go out at once. */
const MAX_LATE_MS = 5 * 60_000;

/** Begins with a date, as luxon would take a time alone for today, and names no zone, which may contradict an offset. */
const READABLE = /^(?:\d{4}-\d\d-\d\d|\d{8}T)[^[]*$/;

/**
 * The moment until which an email is delayed, as the service wants it: ISO 8601 in UTC, e.g. `2026-12-01T15:00:00.000Z`.
 *
 * @param value ISO 8601 or SQL text, a Date, or a luxon DateTime from an expression
 * @param timezone IANA name of the workflow's timezone, which a text without offset means
 */
export function utcDate(value: unknown, label: string, timezone: string): string {
	if (isEmpty(value)) throw new InvalidParameter(label, 'is empty, but a date is required');
	const text = readDate(value, timezone)?.toUTC().toISO();
	if (text) return text;
	throw new InvalidParameter(
		label,
		`is not a date that can be read: ${shown(value)}. Pick a date, or enter one such as 2026-12-01T10:00:00`,
	);
}

/**
 * Refuses a moment that lies more than five minutes back, or more than a hundred years ahead.
 *
 * @param date ISO 8601
 * @param timezone IANA name of the workflow's timezone, in which the error shows the moment, as the user thinks of it
 * @param now in ms since 1970
 */
export function inReach(date: string, label: string, timezone: string, now: number): string {
	const aheadMs = Date.parse(date) - now;
	if (aheadMs >= -MAX_LATE_MS && aheadMs <= 1000 * MAX_DELAY_SECONDS) return date;
	const where = aheadMs > 0 ? 'more than a hundred years ahead' : 'in the past';
	const moment = DateTime.fromISO(date, { zone: timezone }).toISO({ suppressMilliseconds: true });
	throw new InvalidParameter(
		label,
		`is ${where}: ${shown(moment)}. Enter another date, or choose "Now" as the delivery`,
	);
}

function readDate(value: unknown, zone: string): DateTime | undefined {
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (isLuxonDateTime(value)) return DateTime.fromMillis(value.toMillis());
	if (typeof value !== 'string' || !READABLE.test(value.trim())) return undefined;
	const options = { zone, setZone: true };
	const date = DateTime.fromISO(value.trim(), options);
	return firstOfTwo(date.isValid ? date : DateTime.fromSQL(value.trim(), options));
}

/**
 * When clocks are set back, the times of an hour come twice. Luxon takes the one whose offset is that of the moment at which it is
 * asked, so that the season of the run would decide. A text with an offset says which of the two it means.
 */
function firstOfTwo(date: DateTime): DateTime {
	const [one, other = one] = date.getPossibleOffsets();
	return other < one ? other : one;
}

/** By its shape, since n8n's expressions may use another copy of luxon than this package finds. */
function isLuxonDateTime(value: unknown): value is { toMillis(): number } {
	if (typeof value !== 'object' || value === null || !('isLuxonDateTime' in value)) return false;
	return 'toMillis' in value && typeof value.toMillis === 'function';
}
