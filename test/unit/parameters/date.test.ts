import { DateTime } from 'luxon';
import { futureDate } from '../../../nodes/Mailroom/parameters/date';
import { emptyValues, messageOf } from './invalid';

const read = (value: unknown, timezone = 'Europe/Berlin') =>
	futureDate({ timezone, startedAt: 0 })(value, 'Delay Until Date');

const zoned: Array<[text: string, timezone: string, utc: string]> = [
	['2026-12-01T10:00:00', 'America/New_York', '2026-12-01T15:00:00.000Z'],
	['2026-07-01T10:00:00', 'America/New_York', '2026-07-01T14:00:00.000Z'],
	['2026-12-01T10:00:00', 'Europe/Berlin', '2026-12-01T09:00:00.000Z'],
	['2027-01-01T00:30:00', 'Pacific/Kiritimati', '2026-12-31T10:30:00.000Z'],
];

test.each(zoned)(
	'reads %s without an offset in the timezone of the workflow, %s',
	(text, timezone, utc) => {
		expect(read(text, timezone)).toBe(utc);
	},
);

const texts = {
	'2026-12-01T10:00': '2026-12-01T09:00:00.000Z',
	'2026-12-01T10:00:00.250': '2026-12-01T09:00:00.250Z',
	'2026-12-01 10:00:00': '2026-12-01T09:00:00.000Z',
	' 2026-12-01T10:00:00\n': '2026-12-01T09:00:00.000Z',
	'2026-12-01': '2026-11-30T23:00:00.000Z',
	'20261201T100000': '2026-12-01T09:00:00.000Z',
	'2028-02-29': '2028-02-28T23:00:00.000Z',
};

test.each(Object.entries(texts))('reads the text %j', (text, utc) => {
	expect(read(text)).toBe(utc);
});

const withOffset: Array<[text: string, utc: string]> = [
	['2026-12-01T15:00:00Z', '2026-12-01T15:00:00.000Z'],
	['2026-12-01T10:00:00+02:00', '2026-12-01T08:00:00.000Z'],
	['2026-12-01T10:00:00-0800', '2026-12-01T18:00:00.000Z'],
	['2026-12-01 10:00:00 +02:00', '2026-12-01T08:00:00.000Z'],
];

test.each(withOffset)('goes by the offset of %s, wherever the workflow is', (text, utc) => {
	for (const timezone of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
		expect(read(text, timezone)).toBe(utc);
	}
});

describe('around the change of the clocks', () => {
	test.each(
		Object.entries({
			'2026-03-29T01:59:59': '2026-03-29T00:59:59.000Z',
			'2026-03-29T03:00:00': '2026-03-29T01:00:00.000Z',
			'2026-10-25T01:59:59': '2026-10-24T23:59:59.000Z',
			'2026-10-25T03:00:00': '2026-10-25T02:00:00.000Z',
		}),
	)('reads %s in Berlin as %s', (text, utc) => {
		expect(read(text)).toBe(utc);
	});

	test('takes a time that the clocks skip for one within the hour', () => {
		expect(['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z']).toContain(
			read('2026-03-29T02:30:00'),
		);
	});

	test('takes a time with an offset for the one that it says', () => {
		expect(read('2026-10-25T02:30:00+01:00')).toBe('2026-10-25T01:30:00.000Z');
		expect(read('2026-10-25T02:30:00+02:00')).toBe('2026-10-25T00:30:00.000Z');
		expect(read('2026-10-25 02:30:00 +01:00')).toBe('2026-10-25T01:30:00.000Z');
		expect(read('2026-10-25T01:30:00Z')).toBe('2026-10-25T01:30:00.000Z');
	});
});

describe('the value of an expression', () => {
	const utc = '2026-12-01T15:00:00.000Z';

	const values: Array<[kind: string, value: unknown]> = [
		['a Date', new Date(utc)],
		['a luxon DateTime', DateTime.fromISO(utc)],
		['a luxon DateTime of another zone', DateTime.fromISO(utc, { zone: 'Asia/Tokyo' })],
		['a DateTime of another copy of luxon', { isLuxonDateTime: true, toString: () => utc }],
	];

	test.each(values)('may be %s', (_kind, value) => {
		expect(read(value)).toBe(utc);
	});
});

const unreadable: unknown[] = [
	...['tomorrow', 'now', '12', '10:30', '2026', '1530', 'T10:30', '01/12/2026', '1.12.2026'],
	'Dec 1, 2026',
	// A zone may contradict an offset.
	'2026-12-01T10:00:00+01:00[America/New_York]',
	'2026-12-01T10:00:00[America/New_York]',
	// ISO 8601 too, but more likely a slip of the hand.
	...['2026-335', '2026-W49-2', '2026-13-01', '2026-02-30', '2026-12-01T25:00:00'],
	...['2026-12-01T10:61:00', '2026-12-01T10:00:00 Uhr', '1764601200000'],
	1_764_601_200_000,
	true,
	{},
	['2026-12-01'],
	{ isLuxonDateTime: true },
];

test.each(unreadable)('refuses %j', (value) => {
	expect(messageOf(() => read(value))).toMatch(
		/^"Delay Until Date" is not a date that can be read/,
	);
});

test('refuses a Date and a DateTime that are invalid', () => {
	for (const value of [new Date('x'), DateTime.invalid('x'), DateTime.fromISO('2026-02-30')]) {
		expect(messageOf(() => read(value))).toMatch(/is not a date that can be read/);
	}
});

test.each(emptyValues)('must not be empty: %j', (value) => {
	expect(messageOf(() => read(value))).toMatch(/^"Delay Until Date" is empty/);
});

test.each(['9999-12-31T23:59:59-08:00', '2199-01-01'])(
	'refuses a date that is never meant: %s',
	(date) => {
		expect(messageOf(() => read(date))).toMatch(
			/^"Delay Until Date" is more than a hundred years ahead/,
		);
	},
);

test('tells what is over by the timezone of the workflow, too', () => {
	const run = { timezone: 'Asia/Dhaka', startedAt: Date.parse('2026-12-01T10:00:00Z') };
	const message = messageOf(() => futureDate(run)('2026-12-01T10:00:00', 'Until'));
	expect(message).toMatch(/^"Until" is in the past: "2026-12-01T10:00:00\+06:00"/);
	expect(() => futureDate(run)('2026-12-01T15:56:00', 'Until')).not.toThrow();
});
