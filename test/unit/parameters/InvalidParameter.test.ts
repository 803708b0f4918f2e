import { InvalidParameter, shown } from '../../../nodes/Mailroom/parameters/InvalidParameter';

test('names the parameter, as the form shows it', () => {
	const error = new InvalidParameter('Contact Emails', 'is empty');
	expect(error.message).toBe('"Contact Emails" is empty');
	expect(error.parameter).toBe('Contact Emails');
});

const values: Array<[value: unknown, text: string]> = [
	['ada@', '"ada@"'],
	[' two\r\n\tlines ', '" two lines "'],
	['', '""'],
	[42, '"42"'],
	[Number.NaN, '"null"'],
	[true, '"true"'],
	[null, '"null"'],
	[undefined, '"undefined"'],
	[['a', 1], '"["a",1]"'],
	[{ name: 'Ada' }, '"{"name":"Ada"}"'],
	['x'.repeat(80), `"${'x'.repeat(80)}"`],
	['x'.repeat(81), `"${'x'.repeat(80)}…"`],
];

test.each(values)('shows %p as %s', (value, text) => {
	expect(shown(value)).toBe(text);
});

test('shows a number that JSON does not know', () => {
	expect(shown(5n)).toContain('5');
	expect(shown({ id: 5n })).toContain('5');
});
