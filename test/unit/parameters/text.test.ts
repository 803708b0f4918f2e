import { isEmpty, optionalText, requiredText } from '../../../nodes/Mailroom/parameters/text';
import { emptyValues, messageOf } from './invalid';

test.each(emptyValues)('is empty, and left out: %j', (value) => {
	expect(isEmpty(value)).toBe(true);
	expect(optionalText(value, 'Name')).toBeUndefined();
	expect(messageOf(() => requiredText(value, 'Subject'))).toBe('"Subject" is empty, but required');
});

test.each([0, false, 'x', ' x ', '0', [''], {}, NaN])('is not empty: %j', (value) => {
	expect(isEmpty(value)).toBe(false);
});

const texts: Array<[value: unknown, text: string]> = [
	['Ada', 'Ada'],
	[' two\nlines ', ' two\nlines '],
	[12_345, '12345'],
	[0, '0'],
	[12_345_678_901_234_567_890n, '12345678901234567890'],
	[false, 'false'],
];

test.each(texts)('takes %p as text', (value, text) => {
	expect(optionalText(value, 'User ID')).toBe(text);
	expect(requiredText(value, 'User ID')).toBe(text);
});

test.each([12_345_678_901_234_567_890, -1e21])('refuses %p, of which digits are lost', (value) => {
	expect(messageOf(() => optionalText(value, 'User ID'))).toMatch(
		/^"User ID" has more digits than a number can hold exactly: /,
	);
});

const notText: Array<[value: unknown, kind: string]> = [
	[['a'], 'a list'],
	[{}, 'of the type object'],
	[() => 'a', 'of the type function'],
	[NaN, 'NaN'],
	[Infinity, 'Infinity'],
];

test.each(notText)('refuses %p, which is %s', (value, kind) => {
	expect(messageOf(() => optionalText(value, 'Name'))).toBe(`"Name" must be text, but is ${kind}`);
	expect(messageOf(() => requiredText(value, 'Name'))).toBe(`"Name" must be text, but is ${kind}`);
});
