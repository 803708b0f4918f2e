import { DateTime } from 'luxon';
import { futureDate } from '../../nodes/Mailroom/parameters/date';
import { emptyValues, messageOf, refuses, takes } from '../support/readerTests';

const reader = (timezone = 'Europe/Berlin') => futureDate({ timezone, startedAt: 0 });

describe('a date', () => {
	takes(reader(), [
		['2026-12-01T10:00', '2026-12-01T09:00:00Z'],
		['2026-07-01T10:00:00.250', '2026-07-01T08:00:00Z'],
		[' 2026-12-01 10:00:00\n', '2026-12-01T09:00:00Z'],
		['2026-12-01T10:00:59.999', '2026-12-01T09:00:59Z'],
		['2028-02-29', '2028-02-28T23:00:00Z'],
		['20261201T100000', '2026-12-01T09:00:00Z'],
		// Around the change of the clocks.
		['2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
		['2026-03-29T03:00:00', '2026-03-29T01:00:00Z'],
		['2026-10-25T03:00:00', '2026-10-25T02:00:00Z'],
		['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00Z'],
		['2026-10-25 02:30:00 +02:00', '2026-10-25T00:30:00Z'],
		['2026-12-01 10:00:00 UTC', '2026-12-01T10:00:00Z'],
		['2026-12-01 10:00:00 America/New_York', '2026-12-01T15:00:00Z'],
	]);
	refuses(reader(), /" isn't a readable date: /, [
		...['tomorrow', '12', '10:30', '2026', '1530', 'T10:30', '01/12/2026', 'Dec 1, 2026'],
		// A zone may contradict an offset.
		'2026-12-01T10:00:00+01:00[America/New_York]',
		// These zones have several meanings.
		...['2026-12-01 10:00:00 IST', '2026-12-01 10:00:00BST', '2026-12-01 10:00 ast'],
		// ISO 8601 too, but more likely a slip of the hand.
		...['2026-335', '2026-W49-2', '2026-13-01', '2026-02-30', '2026-12-01T25:00:00'],
		...[
			'2026-12-01T10:00:00+25:00',
			'2026-12-01T10:00:00 Uhr',
			'1764601200000',
			1_764_601_200_000,
			true,
			{},
			['2026-12-01'],
		],
		...[new Date('x'), DateTime.invalid('x'), { isLuxonDateTime: true }],
	]);
	refuses(reader(), /" is more than a hundred years ahead/, [
		...['9999-12-31T23:59:59-08:00', '2199-01-01'],
	]);
	refuses(reader(), /" is empty, but required\. Fill it in, or check the expression$/, emptyValues);
});

test.each([
	['America/New_York', '2026-12-01T15:00:00Z'],
	['Pacific/Kiritimati', '2026-11-30T20:00:00Z'],
])('is read in the timezone of the workflow, %s, unless it has an offset', (timezone, expected) => {
	expect(reader(timezone)('2026-12-01T10:00:00', 'Until')).toBe(expected);
	for (const text of ['2026-12-01T15:00:00Z', '2026-12-01T10:00:00-0500']) {
		expect(reader(timezone)(text, 'Until')).toBe('2026-12-01T15:00:00Z');
	}
});

const utc = '2026-12-01T15:00:00Z';

test.each([
	['a Date', new Date(utc)],
	['a Date with a fraction of a second', new Date(Date.parse(utc) + 999)],
	['a luxon DateTime', DateTime.fromISO(utc, { zone: 'Asia/Tokyo' })],
	['a DateTime of another copy of luxon', { isLuxonDateTime: true, toString: (): string => utc }],
])('the value of an expression may be %s', (_kind, value) => {
	expect(reader()(value, 'Until')).toBe(utc);
});

test('is over five minutes after it has passed, as the workflow started', () => {
	const startedAt = Date.parse('2026-12-01T10:00:00Z');
	const read = (text: string) => futureDate({ timezone: 'Asia/Dhaka', startedAt })(text, 'Until');

	expect(() => read('2026-12-01T15:55:00')).not.toThrow();
	expect(messageOf(() => read('2026-12-01T15:54:59'))).toMatch(
		/^"Until" is in the past: "2026-12-01T15:54:59\+06:00"/,
	);
});
