import {
	emailAddress,
	emailAddresses,
	recipient,
} from '../../../nodes/Mailroom/parameters/emailAddress';
import { InvalidParameter } from '../../../nodes/Mailroom/parameters/InvalidParameter';

const deceiving = [
	['a@example.com＠evil.com', 'U+FF20 (＠)'],
	['a＠example.com', 'U+FF20 (＠)'],
	['a﹫example.com', 'U+FE6B (﹫)'],
	['ａda@example.com', 'U+FF41 (ａ)'],
	['ada@example．com', 'U+FF0E (．)'],
	['ada@evil。com.example.com', 'U+3002 (。)'],
	['ada@evil｡com.example.com', 'U+FF61 (｡)'],
	['ada@example.com／.evil.com', 'U+FF0F (／)'],
	['𝐚da@example.com', 'U+1D41A (𝐚)'],
	['ⓐda@example.com', 'U+24D0 (ⓐ)'],
	['ada@oﬃce.example', 'U+FB03 (ﬃ)'],
	['\u202emoc.elpmaxe@ada.live', 'U+202E'],
	['ada@exam\u2066ple.com', 'U+2066'],
	['ada\u200f@example.com', 'U+200F'],
	['ada\u200b@example.com', 'U+200B'],
	['ada@exam\u200dple.com', 'U+200D'],
	['ada\u2060@example.com', 'U+2060'],
	['ada@exam\u00adple.com', 'U+00AD'],
	['a\ufeffda@example.com', 'U+FEFF'],
	['ada\u3164@example.com', 'U+3164'],
	['ada\ufe0f@example.com', 'U+FE0F'],
	['ada\ud800@example.com', 'U+D800'],
] as const;

const real = [
	...['ada@example.com', 'ü@exämple.de', 'u\u0308@exa\u0308mple.de', '用户@例え.テスト'],
	...['пример@почта.рф', 'παράδειγμα@ταχυδρομείο.ελ', 'דוגמה@דואר.קום', 'مثال@بريد.موقع'],
	...['उदाहरण@डाक.भारत', '사용자@메일.한국', 'łukasz@przykład.pl', 'ığdır@örnek.tr'],
];

describe('an address with a character that deceives is refused in every address field', () => {
	test.each(deceiving)('%j', (address, character) => {
		const fields = [
			() => emailAddress(address, 'Email'),
			() => emailAddresses(['bob@example.com', address], 'Email'),
			() => recipient(address, 'Email'),
			() => recipient(`Ada <${address}>`, 'Email'),
		];
		for (const field of fields) {
			expect(field).toThrow(InvalidParameter);
			expect(field).toThrow(`"Email" contains the look-alike character ${character}`);
		}
	});

	test('and the error does not hold what cannot be seen', () => {
		expect(() => emailAddress('a@\u202eexample.com', 'Email')).not.toThrow('\u202e');
	});
});

describe('letters of other alphabets are letters', () => {
	test.each(real)('%s', (address) => {
		expect(emailAddress(address, 'Email')).toBe(address);
		expect(recipient(`Name <${address}>`, 'Email')).toBe(`Name <${address}>`);
	});
});

describe('a display name', () => {
	test.each([
		['\u202emoc.knab@ofni', 'U+202E'],
		['bank\u2067', 'U+2067'],
		['info＠bank.example', 'U+FF20 (＠)'],
		['info﹫bank.example', 'U+FE6B (﹫)'],
	])('must not pass for an address: %j', (name, character) => {
		expect(() => recipient(`${name} <ada@example.com>`, 'To')).toThrow(
			`"To" contains the look-alike character ${character}`,
		);
	});

	test.each(['Ａｄａ', 'Ädä 用户', 'می‌خواهم', '👩‍💻 Ada', 'Ada ❤️', 'דוד', 'Ada™'])(
		'may be %s',
		(name) => {
			expect(recipient(`${name} <ada@example.com>`, 'To')).toBe(`${name} <ada@example.com>`);
		},
	);
});

test('is found in no time', () => {
	const before = process.cpuUsage();
	for (const letter of ['用', 'a', '\u0308']) {
		expect(() => emailAddress(letter.repeat(500_000), 'Email')).toThrow('is not an email address');
	}
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(4000);
});
