import { DateTime } from 'luxon';
import {
	optionalText,
	optionalWebAddress,
	requiredLine,
	requiredText,
	returnAddress,
} from '../../nodes/Mailroom/parameters/text';
import { emptyValues, keeps, mayBeEmpty, refuses, takes } from '../support/readerTests';

describe('a text', () => {
	keeps<unknown>(optionalText, ['Ada', ' two\nlines ', '0']);
	takes(optionalText, [
		[12_345, '12345'],
		[0, '0'],
		[12_345_678_901_234_567_890n, '12345678901234567890'],
		[false, 'false'],
		[new Date(0), '1970-01-01T00:00:00.000Z'],
	]);
	mayBeEmpty(optionalText);
	refuses(optionalText, /" has more digits than a number can store exactly: /, [2 ** 60, -1e21]);
	refuses(optionalText, /" must be text, but is an array$/, [['a'], ['']]);
	refuses(optionalText, /" must be text, but is of the type object$/, [{}]);
	refuses(optionalText, /" must be text, but is (NaN|Infinity)$/, [NaN, Infinity]);
	refuses(optionalText, /" is an invalid date\. Check the expression$/, [
		...[new Date('x'), DateTime.invalid('x'), 'Invalid Date', 'Invalid DateTime'],
	]);
	keeps(optionalText, ['Invalid DateTime in the report']);
});

describe('a required text', () => {
	keeps(requiredText, [' x ']);
	refuses(
		requiredText,
		/" is empty, but required\. Fill it in, or check the expression$/,
		emptyValues,
	);
});

describe('a line', () => {
	keeps(requiredLine, ['Hello', ' Grüße 👩‍💻 ']);
	refuses(requiredLine, /" must not contain line breaks or control characters\. Remove them/, [
		...['\r\n', '\n', '\r', '\t', '\u0000', '\u007f', '\u0085', '\u2028', '\u2029'].map(
			(character) => `Hi${character}Bcc: eve@example.com`,
		),
		...['Hi\n', '\nHi'],
	]);
	refuses(
		requiredLine,
		/" is empty, but required\. Fill it in, or check the expression$/,
		emptyValues,
	);
});

describe('a web address', () => {
	const addresses = [
		...['https://example.com', 'HTTPS://EXAMPLE.COM/Path', 'https://exämple.com/ä'],
		...['https://example.com:8443/a.png?size=20&x=%20#top', 'http://192.0.2.1/'],
	];
	takes(optionalWebAddress, [
		...addresses.map((address): [string, string] => [address, address]),
		...addresses.map((address): [string, string] => [` ${address}\n`, address]),
	]);
	mayBeEmpty(optionalWebAddress);
	refuses(optionalWebAddress, /" isn't a web address/, [
		...['example.com', '//example.com', '/account', 'https://', 'https:example.com'],
		...['https://exa mple.com', 'https://example.com/\nhttps://example.org/', 'https://[::1'],
		...['ftp://example.com', 'javascript:alert(1)', 'xhttps://example.com', 42, true, {}],
		['https://example.com'],
	]);
});

describe('the address to which a contact returns', () => {
	keeps(returnAddress, [
		...['https://example.com/account?x=1#top', 'http://localhost:3000', 'myapp://done'],
		...['com.example.app:/done', 'myapp:done', 'intent://x#Intent;end'],
	]);
	takes(returnAddress, [[' myapp://done\n', 'myapp://done']]);
	mayBeEmpty(returnAddress);
	refuses(returnAddress, /" can't be opened by the contact: .*Enter an address such as/, [
		...['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', ' data:,x'],
		...['localhost:3000', 'localhost:3000/account', 'example.com:80', 'myapp://do\u0000ne'],
	]);
	refuses(returnAddress, /" isn't a web address/, [
		...[
			'example.com',
			'/account',
			'https:example.com',
			'https://',
			'java\nscript:alert(1)',
			'my app://x',
		],
		...[42, {}, ['https://example.com']],
	]);
});
