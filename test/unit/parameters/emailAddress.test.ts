import {
	contactKey,
	emailAddress,
	emailAddresses,
	recipient,
} from '../../../nodes/Mailroom/parameters/emailAddress';
import { emptyValues, messageOf } from './invalid';

const LONGEST = `${'a'.repeat(64)}@${'b'.repeat(185)}.com`;

const addresses = [
	...['ada@example.com', 'Ada.Example@Example.COM', 'ada+tag@example.com', "o'brien@example.com"],
	...['a_b-c.d@mail.example.co.uk', 'ada!#$%&*/=?^`{|}~@example.com', '1@example.museum'],
	...['ada@xn--exmple-cua.com', 'ädä@exämple.com', '用户@例え.テスト'],
	LONGEST,
];

const malformed = [
	...['ada', 'ada@', '@example.com', 'ada@example', 'ada@@example.com', 'ada@example@example.com'],
	...['ada@.example.com', 'ada@example..com', 'ada@example.com.', 'ada@-example.com'],
	...['ada@exam_ple.com', 'ada@example.com/path', 'ada example@example.com', 'ada@exam ple.com'],
	...['ada@example.com bob@example.com', 'ada@example.com,bob@example.com'],
	...['ada@example.com;bob@example.com', 'mailto:ada@example.com', '"ada"@example.com'],
	...['ada@[127.0.0.1]', 'ada\\@example.com', 'ada@example.com\u0000', 'ada\u0007@example.com'],
	...['ada@exam\u007fple.com', 'undefined', '[object Object]', '{{ $json.email }}'],
	...['.ada@example.com', 'ada.@example.com', 'a..b@example.com', 'ada@example.1', 'ada@127.0.0.1'],
	...['ada@example.com?subject=x', 'ada@example.com&b', 'ada@exam!ple.com', 'ada@-.com'],
	`a${LONGEST}`,
];

const notText = [42, 0, true, false, {}, { email: 'ada@example.com' }, ['ada@example.com']];

const brokenLines = [
	...['ada@example.com\nbob@example.com', 'ada@example.com\r\nBcc: bob@example.com'],
	...['ada\n@example.com', 'ada@example.com\u2028bob@example.com'],
	...['ada@example.com\u0085bob@example.com'],
];

describe('an address', () => {
	test.each(addresses)('may be %s', (address) => {
		expect(emailAddress(address, 'Email')).toBe(address);
		expect(emailAddress(` \t${address}\n `, 'Email')).toBe(address);
	});

	test.each([
		...malformed,
		...notText,
		...brokenLines,
		'Ada <ada@example.com>',
		'<ada@example.com>',
	])('must not be %j', (value) => {
		expect(messageOf(() => emailAddress(value, 'Email'))).toMatch(
			/^"Email" is not an email address/,
		);
	});

	test.each(emptyValues)('must not be empty: %j', (value) => {
		expect(messageOf(() => emailAddress(value, 'Email'))).toMatch(/^"Email" is empty/);
	});

	test('is refused in no time, however odd it is', () => {
		const before = process.cpuUsage();
		for (const text of ['a.', 'a@', '@a.', 'a@a.', '<', 'a<']) {
			expect(() => recipient(text.repeat(50_000), 'To')).toThrow();
			expect(() => emailAddress(text.repeat(50_000), 'To')).toThrow();
		}
		expect(process.cpuUsage(before).user / 1000).toBeLessThan(4000);
	});
});

describe('a recipient', () => {
	test.each([
		...addresses,
		...addresses
			.filter((address) => address !== LONGEST)
			.map((address) => `Ada Example <${address}>`),
		...['Ada<ada@example.com>', '"Example, Ada" <ada@example.com>'],
		...['Ada (Example) <ada@example.com>', 'Ädä 用户 <ada@example.com>'],
		`${'Ada '.repeat(30)}<${LONGEST}>`,
	])('may be %s', (value) => {
		expect(recipient(value, 'To')).toBe(value);
		expect(recipient(`  ${value} \n`, 'To')).toBe(value);
	});

	test.each([
		...malformed,
		...notText,
		...['Ada <ada@example>', 'Ada <>', 'Ada <ada@example.com', 'Ada ada@example.com>'],
		...['Ada ada@example.com', 'Ada <ada@example.com> Example'],
		...['Ada <ada@example.com>, Bob <bob@example.com>', 'ada@example.com, Bob <bob@example.com>'],
		...['ada@example.com Bob <bob@example.com>', 'Ada <ada@example.com> <bob@example.com>'],
		...['Ada <<ada@example.com>>', 'Ada <ada@example.com, bob@example.com>'],
	])('must not be %j', (value) => {
		expect(messageOf(() => recipient(value, 'To'))).toMatch(
			/^"To" (is not an email address|must not contain)/,
		);
	});

	test.each([
		...brokenLines,
		...['Ada\nBcc: bob@example.com <ada@example.com>', 'Ada\r\n <ada@example.com>'],
		...['Ada\u2029 <ada@example.com>', 'Ada\u0000 <ada@example.com>'],
	])('must not hold line breaks or control characters: %j', (value) => {
		expect(messageOf(() => recipient(value, 'To'))).toMatch(/line breaks or control characters/);
	});

	test.each([
		'ada@example.com, bob@example.com, cleo@example.com',
		'Ada <ada@example.com>, Bob <bob@example.com>, Cleo <cleo@example.com>',
		...['ada@example.com\nbob@example.com', 'ada@example.com;bob@example.com'],
		'["ada@example.com", "bob@example.com"]',
		['ada@example.com', 'bob@example.com'],
	])('must not be several, and the message says what to do: %j', (value) => {
		const message = messageOf(() => recipient(value, 'To'));
		expect(message).toMatch(/make an item of each address.*"Send to Contacts"/);
		// n8n's editor takes them for HTML, and what is between them is gone.
		expect(message).not.toMatch(/[<>]/);
	});

	test('is shown without angle brackets when it is refused', () => {
		expect(messageOf(() => recipient('Ada <ada@example>', 'To'))).toMatch(/"Ada ‹ada@example›"/);
		expect(messageOf(() => recipient('Ada <ada@example>', 'To'))).not.toMatch(/[<>]/);
	});

	test.each(emptyValues)('must not be empty: %j', (value) => {
		expect(messageOf(() => recipient(value, 'To'))).toMatch(/^"To" is empty/);
	});
});

describe('several addresses', () => {
	const [ada, bob, cleo] = ['ada@example.com', 'bob@example.com', 'cleo@example.com'];

	const several: Array<[claim: string, value: unknown, expected: string[]]> = [
		['are one address', ada, [ada]],
		['are separated by commas', `${ada},${bob}, ${cleo}`, [ada, bob, cleo]],
		['are separated by line breaks', `${ada}\n${bob}\r\n${cleo}`, [ada, bob, cleo]],
		['are separated by both', `${ada},\n${bob} ,\r\n\r\n ${cleo}\n`, [ada, bob, cleo]],
		['may have empty places between them', `,${ada},, ,${bob},\n,`, [ada, bob]],
		['come as an array', [ada, ` ${bob} `, cleo], [ada, bob, cleo]],
		['come as an array with empty places', [ada, '', null, bob, undefined], [ada, bob]],
		['come as JSON, as language models write lists', `["${ada}", "${bob}"]`, [ada, bob]],
		['keep their order', [cleo, ada, bob], [cleo, ada, bob]],
		['count once each', `${ada}, ${bob}, ${ada}`, [ada, bob]],
		[
			'count once each, as first written',
			`Ada@Example.com, ${ada}, ADA@EXAMPLE.COM`,
			['Ada@Example.com'],
		],
		[
			'can be as many as there are',
			Array.from({ length: 1000 }, (_, index) => `contact${index}@example.com`),
			Array.from({ length: 1000 }, (_, index) => `contact${index}@example.com`),
		],
	];

	test.each(several)('%s', (_claim, value, expected) => {
		expect(emailAddresses(value, 'Contact Emails')).toEqual(expected);
	});

	test.each([
		...['ada', 'Ada <ada@example.com>', 42, { email: ada }],
		...[[`${ada},${bob}`], [[ada]], [42]],
	])('must not hold %j', (value) => {
		const refused = /^"Contact Emails" is not an email address/;
		const mixed = Array.isArray(value) ? [ada, ...value, bob] : [ada, value, bob];
		expect(messageOf(() => emailAddresses(mixed, 'Contact Emails'))).toMatch(refused);
		if (typeof value !== 'string') return;
		expect(messageOf(() => emailAddresses(mixed.join(', '), 'Contact Emails'))).toMatch(refused);
	});

	test.each([...emptyValues, ' , ,\n', ['', null]])('must not be empty: %j', (value) => {
		expect(messageOf(() => emailAddresses(value, 'Contact Emails'))).toMatch(
			/^"Contact Emails" is empty/,
		);
	});
});

test('two spellings of an address have the same contact key, two addresses do not', () => {
	expect(contactKey('Ada@Example.COM')).toBe(contactKey('ada@example.com'));
	expect(contactKey('jose\u0301@example.com')).toBe(contactKey('jos\u00e9@example.com'));
	expect(contactKey('ada@example.com')).not.toBe(contactKey('ada@example.org'));
});
