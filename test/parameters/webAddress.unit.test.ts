import { optionalWebAddress, returnAddress } from '../../nodes/Mailroom/parameters/webAddress';
import { keeps, mayBeEmpty, refuses, takes } from '../support/readerTests';

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
