import { optionalBoolean } from '../../../nodes/Mailroom/parameters/choice';
import { emptyValues, messageOf } from './invalid';

const switches: Array<[value: unknown, expected: boolean]> = [
	[true, true],
	[false, false],
	['true', true],
	['false', false],
	[' True ', true],
	['FALSE', false],
];

test.each(switches)('takes %j for %j', (value, expected) => {
	expect(optionalBoolean(value, 'Track Email Opens')).toBe(expected);
});

test.each(emptyValues)('is left out when it is not set: %j', (value) => {
	expect(optionalBoolean(value, 'Track Email Opens')).toBeUndefined();
});

test.each([0, 1, 'yes', 'on', '1', {}, [true]])('refuses %j', (value) => {
	expect(messageOf(() => optionalBoolean(value, 'Track Email Opens'))).toMatch(
		/^"Track Email Opens" must be true or false/,
	);
});
