import { retryAfterMs } from '../../nodes/Mailroom/transport/retryAfter';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
	['2', 2_000],
	[' 120 ', 120_000],
	['0', 0],
	['9'.repeat(30), 999_999_999_999_000],
	['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
	['Sat, 21 Nov 2026 11:00:00 GMT', 0],
])('reads %j', (header, expected) => {
	expect(retryAfterMs(header, now)).toBe(expected);
});

test.each([undefined, '', 'soon', '-1', '1.5', '2026-11-21', ['3'], 3])(
	'takes %j for nothing',
	(header) => {
		expect(retryAfterMs(header, now)).toBeUndefined();
	},
);
