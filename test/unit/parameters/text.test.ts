import {
	isEmpty,
	optionalText,
	optionalWebAddress,
	requiredText,
} from '../../../nodes/Mailroom/parameters/text';
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

test.each([
	...['https://example.com', 'http://example.com', 'HTTPS://EXAMPLE.COM/Path'],
	...['https://example.com/a.png?size=20&x=%20#top', 'https://example.com:8443/'],
	...['https://exämple.com/ä', 'http://localhost:3000/account', 'http://192.0.2.1/'],
])('a web address may be %s, and is sent as it was entered', (address) => {
	expect(optionalWebAddress(address, 'Return URL')).toBe(address);
	expect(optionalWebAddress(` ${address}\n`, 'Return URL')).toBe(address);
});

test.each([
	...['example.com', '//example.com', '/account', 'https://', 'https:example.com'],
	...['https://exa mple.com', 'https://example.com/a b'],
	...['https://example.com/\nhttps://example.org/', 'https://[::1', 'https://example.com:port/'],
	...['ftp://example.com', 'javascript:alert(1)', 'data:text/html,x', 'xhttps://example.com'],
	'undefined',
	42,
	true,
	{},
	['https://example.com'],
])('a web address must not be %j', (value) => {
	expect(messageOf(() => optionalWebAddress(value, 'Return URL'))).toMatch(
		/^"Return URL" is not a web address/,
	);
});

test.each(emptyValues)('a web address is left out when it is empty: %j', (value) => {
	expect(optionalWebAddress(value, 'Return URL')).toBeUndefined();
});
