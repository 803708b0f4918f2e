import { optionalWebAddress } from '../../../nodes/Mailroom/parameters/webAddress';
import { emptyValues, messageOf } from './invalid';

test.each([
	...['https://example.com', 'http://example.com', 'HTTPS://EXAMPLE.COM/Path'],
	...['https://example.com/a.png?size=20&x=%20#top', 'https://example.com:8443/'],
	...['https://exämple.com/ä', 'http://localhost:3000/account', 'http://192.0.2.1/'],
])('may be %s, and is sent as it was entered', (address) => {
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
])('must not be %j', (value) => {
	expect(messageOf(() => optionalWebAddress(value, 'Return URL'))).toMatch(
		/^"Return URL" is not a web address/,
	);
});

test.each(emptyValues)('is left out when it is empty: %j', (value) => {
	expect(optionalWebAddress(value, 'Return URL')).toBeUndefined();
});
