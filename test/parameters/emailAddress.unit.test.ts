import {
	addressOf,
	contactKey,
	emailAddress,
	emailAddresses,
	recipient,
	storedAddress,
} from '../../nodes/Mailroom/parameters/emailAddress';
import { emptyValues, keeps, messageOf, refuses, takes } from '../support/readerTests';

const LONGEST = `${'a'.repeat(64)}@${'b'.repeat(185)}.com`;

const addresses = [
	...['Ada.Example+tag@mail.Example.co.uk', "o'brien@example.com", '1@example.museum'],
	...['ada!#$%&*/=?^`{|}~@example.com', 'ada@xn--exmple-cua.com'],
	// Letters of other alphabets are letters.
	...[
		'u\u0308@exa\u0308mple.de',
		'用户@例え.テスト',
		'пример@почта.рф',
		'מ@דואר.קום',
		'ığdır@örnek.tr',
	],
];

const malformed = [
	...['ada', 'ada@', '@example.com', 'ada@example', 'ada@@example.com', 'ada@example@example.com'],
	...['ada@.example.com', 'ada@example..com', 'ada@example.com.', 'ada@-example.com'],
	...['ada@exam_ple.com', 'ada@example.com/path', 'ada example@example.com', 'ada@exam ple.com'],
	...['ada@example.com bob@example.com', 'ada@example.com,bob@example.com', '{{ $json.email }}'],
	...['ada@example.com;bob@example.com', 'mailto:ada@example.com', '"ada"@example.com'],
	...['ada@[127.0.0.1]', 'ada\\@example.com', '[object Object]', 'ada@example.com?subject=x'],
	...['.ada@example.com', 'ada.@example.com', 'a..b@example.com', 'ada@example.1'],
	...[`a${LONGEST}`, 42, true, {}, ['ada@example.com']],
];

const withControls = [
	...['ada@example.com\nbob@example.com', 'ada@example.com\r\nBcc: bob@example.com'],
	...['ada@example.com\u2028bob@example.com', 'ada\u0007@example.com', 'ada@exam\u007fple.com'],
];

describe('an address', () => {
	keeps(emailAddress, [...addresses, LONGEST]);
	takes(emailAddress, [[' \tada@example.com\n ', 'ada@example.com']]);
	refuses(emailAddress, /" isn't an email address/, [
		...malformed,
		...withControls,
		...['Ada <ada@example.com>', '<ada@example.com>'],
	]);
	refuses(
		emailAddress,
		/" is empty, but required\. Fill it in, or check the expression$/,
		emptyValues,
	);
});

describe('a recipient', () => {
	keeps(recipient, [
		...addresses,
		...addresses.map((address) => `Ada Example <${address}>`),
		...['Ada<ada@example.com>', '"Example, Ada" <ada@example.com>', 'Ada (E.) <ada@example.com>'],
		`${'Ada '.repeat(30)}<${LONGEST}>`,
		...['Ａｄａ', 'می‌خواهم', '👩‍💻 Ada', 'Ada ❤️', 'דוד'].map((name) => `${name} <ada@example.com>`),
	]);
	takes(recipient, [
		['  Ada <ada@example.com> \n', 'Ada <ada@example.com>'],
		['<ada@example.com>', 'ada@example.com'],
	]);
	// The editor takes angle brackets for HTML.
	refuses(recipient, /^"Field" isn't an email address: [^<>]* create an item for each, [^<>]*$/, [
		...malformed,
		...['Ada <ada@example>', 'Ada <>', 'Ada <ada@example.com', 'Ada ada@example.com>'],
		...['Ada ada@example.com', 'Ada <ada@example.com> Example', 'Ada <<ada@example.com>>'],
		...['Ada <ada@example.com>, Bob <bob@example.com>', 'ada@example.com Bob <bob@example.com>'],
	]);
	refuses(recipient, /" must not contain line breaks or control characters/, [
		...withControls,
		...['Ada\nBcc: bob@example.com <ada@example.com>', 'Ada\u0000 <ada@example.com>'],
	]);
	refuses(recipient, /" contains the (invisible|look-alike) character U\+(202E|2067|FF20|FE6B)/, [
		...['\u202emoc.knab@ofni', 'bank\u2067', 'info＠bank.example', 'info﹫bank.example'].map(
			(name) => `${name} <ada@example.com>`,
		),
	]);
	refuses(
		recipient,
		/" is empty, but required\. Fill it in, or check the expression$/,
		emptyValues,
	);
});

describe('several addresses', () => {
	const [ada, bob] = ['ada@example.com', 'bob@example.com'];

	takes(emailAddresses, [
		[ada, [ada]],
		[`,${bob},, ,\r\n\n${ada}\n`, [bob, ada]],
		[
			[bob, '', null, ` ${ada} `],
			[bob, ada],
		],
		// As language models write lists.
		[`["${bob}", "${ada}"]`, [bob, ada]],
		[`Ada@Example.com, ${bob}, ${ada}, ADA@EXAMPLE.COM`, ['Ada@Example.com', bob]],
	]);
	refuses(emailAddresses, /" isn't an email address/, [
		...[[ada, 'ada'], `${ada}, ada`, [ada, 42], [[ada]], [`${ada},${bob}`], { email: ada }],
	]);
	refuses(emailAddresses, /" is empty, but required\. Fill it in, or check the expression$/, [
		...emptyValues,
		' , ,\n',
		['', null],
	]);
});

test.each([
	['a@example.com＠evil.com', 'look-alike character U+FF20 (＠)'],
	['ada@example．com', 'look-alike character U+FF0E (．)'],
	['ada@evil。com.example.com', 'look-alike character U+3002 (。)'],
	['ada@evil｡com.example.com', 'look-alike character U+FF61 (｡)'],
	['𝐚da@example.com', 'look-alike character U+1D41A (𝐚)'],
	['ada@oﬃce.example', 'look-alike character U+FB03 (ﬃ)'],
	['\u202emoc.elpmaxe@ada.live', 'invisible character U+202E'],
	['ada@exam\u200dple.com', 'invisible character U+200D'],
	['ada\u3164@example.com', 'invisible character U+3164'],
	['ada\ufe0f@example.com', 'invisible character U+FE0F'],
	['ada\ud800@example.com', 'invisible character U+D800'],
])('%j is refused in every field, without what cannot be seen', (address, character) => {
	for (const read of [
		() => emailAddress(address, 'Email'),
		() => emailAddresses(['bob@example.com', address], 'Email'),
		() => recipient(address, 'Email'),
		() => recipient(`Ada <${address}>`, 'Email'),
	]) {
		const problem = `"Email" contains the ${character}`;
		expect(messageOf(read)).toBe(`${problem}. Retype the address`);
	}
});

test.each(['ada@example.com', 'Ada < ada@example.com >'])('%j has an address', (value) => {
	expect(addressOf(value)).toBe('ada@example.com');
});

test('two spellings of an address have the same contact key, two addresses do not', () => {
	expect(contactKey('Ada@Example.COM')).toBe(contactKey('ada@example.com'));
	expect(contactKey('jose\u0301@example.com')).toBe(contactKey('jos\u00e9@example.com'));
	expect(contactKey('ada@example.com')).not.toBe(contactKey('ada@example.org'));
});

test.each([
	['ada@bücher.example', 'ada@xn--bcher-kva.example'],
	['ADA@BÜCHER.example', 'ada@bu\u0308cher.EXAMPLE'],
	['ada@shop.xn--bcher-kva.example', 'ada@shop.bücher.example'],
	['用户@例え.jp', '用户@XN--R8JZ45G.jp'],
	['ada@i❤.ws', 'ada@xn--i-7iq.ws'],
])('%s and %s are one recipient', (one, other) => {
	expect(contactKey(one)).toBe(contactKey(other));
});

test.each([
	['ada@straße.example', 'ada@strasse.example'],
	['bücher@example.com', 'xn--bcher-kva@example.com'],
	['ada@xn--bcher-kva', 'ada@xn--bcher'],
	['ada@ü/b', 'ada@ü/c'],
	['ada@ü:80', 'ada@ü:81'],
])('%s and %s are two recipients', (one, other) => {
	expect(contactKey(one)).not.toBe(contactKey(other));
});

test('the keys of 10,000 addresses with international domains take no time', () => {
	const before = process.cpuUsage();
	for (let number = 0; number < 10_000; number++) contactKey(`ada${number}@bücher.example`);
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
});

describe('the address of a stored contact', () => {
	keeps(storedAddress, [
		...[
			'ada@localhost',
			'ada@example.com',
			'"Ada"@intranet',
			'a..b@example.com',
			'.a@b',
			'x@[10.0.0.1]',
		],
		...['ada@example.com,', 'ada@exam\u200dple.com', `${'a'.repeat(300)}@example.com`],
	]);
	takes(storedAddress, [[' ada@localhost\n', 'ada@localhost']]);
	refuses(storedAddress, /" isn't an email address/, [
		...['ada', '@', 'ada@', '@localhost', 'a@b@c', 'ada lovelace@localhost', 'ada@local\u0000host'],
		...['ada\n@localhost', 42, {}, ['ada@localhost']],
	]);
	refuses(storedAddress, /" is empty, but required/, emptyValues);
});

test('an address is refused in no time, however odd it is', () => {
	const before = process.cpuUsage();
	for (const text of ['a.', 'a@', '@a.', 'a@a.', '<', 'a<', '用', '\u0308']) {
		expect(() => recipient(text.repeat(100_000), 'To')).toThrow();
		expect(() => emailAddress(text.repeat(100_000), 'To')).toThrow();
	}
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(4000);
});
