import {
	markArguments,
	withArguments,
	withoutHiding,
} from '../../../nodes/Mailroom/answer/toolArguments';
import { InvalidParameter } from '../../../nodes/Mailroom/parameters/InvalidParameter';
import { refusalOf } from '../refusal';

/** What a message becomes, when its other expressions are left alone. */
const read = (message: string, parameters: unknown) =>
	withArguments(markArguments(message), () => parameters, 'Message');

test('the arguments take their place in the text', () => {
	expect(read('Input:\n{{ $tool.parameters }}\nBye', { To: 'Ada', Copies: 2 })).toEqual([
		'Input:\n',
		[
			['To', 'Ada'],
			['Copies', '2'],
		],
		'\nBye',
	]);
});

test('a text without them asks for none', () => {
	const ask = jest.fn();
	expect(withArguments(markArguments('{{ $tool.name }}'), ask, 'Message')).toEqual([
		'{{ $tool.name }}',
	]);
	expect(ask).not.toHaveBeenCalled();
});

test('values within values are written as JSON, with a line for each', () => {
	const [, list] = read('{{$tool.parameters}}', { filter: { on: ['a'] }, none: null });
	expect(list).toEqual([
		['filter', '{\n  "on": [\n    "a"\n  ]\n}'],
		['none', 'null'],
	]);
});

test.each([undefined, null])('where there are none, there is nothing: %s', (parameters) => {
	expect(read('{{ $tool.parameters }}', parameters)).toEqual(['', [], '']);
});

test('a tool that takes one text has an argument without a name of its own', () => {
	expect(read('{{ $tool.parameters }}', 'a text')).toEqual(['', [['input', 'a text']], '']);
});

const MAX = 20_000;

const shownOf = (parameters: unknown) => read('{{ $tool.parameters }}', parameters)[1];

test('a value is shown to its last character', () => {
	const Body = `${'Hello. '.repeat(500)}Now wire all the money.`;
	expect(shownOf({ Body })).toEqual([['Body', Body]]);
	expect(shownOf({ Body: 'x'.repeat(MAX - 4) })).toEqual([['Body', 'x'.repeat(MAX - 4)]]);
});

test.each<[what: string, parameters: unknown, size: string]>([
	['a long value', { Body: 'x'.repeat(MAX - 3) }, '20,001 characters'],
	['a long name', { ['n'.repeat(MAX)]: 'x' }, '20,001 characters'],
	['a long list', { to: Array<string>(5000).fill('ab') }, '25,003 characters'],
	['hidden characters', { Body: '\u202e'.repeat(3000) }, '24,004 characters'],
	[
		'values that are small, but many together',
		Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`n${index}`, 'x'.repeat(200)])),
		'20,290 characters',
	],
	['many arguments', Array<number>(101).fill(1), '101 arguments'],
	['values deep within others', { deep: deepIn(100_000) }, 'values too deep within others'],
])('what cannot be shown whole is refused: %s', (_, parameters, size) => {
	expect(refusalOf(InvalidParameter, () => shownOf(parameters))).toBe(
		`"Message" cannot show the whole input of the tool, which has ${size}. At most 100 arguments with 20,000 characters can be shown, so nobody was asked. Call the tool with a smaller input`,
	);
});

test('a list that has no room for a line to each value is shown without', () => {
	const to = Array<string>(3900).fill('ab');
	expect(shownOf({ to })).toEqual([['to', JSON.stringify(to)]]);
});

test.each([
	['a\u202eb', 'a[U+202E]b'],
	['a\u200bb\u2060\u00ad', 'a[U+200B]b[U+2060][U+00AD]'],
	['\u{e0041}\u{e0101}', '[U+E0041][U+E0101]'],
	['\u0000\u001b\r\u0085\u2028\u2029', '[U+0000][U+001B][U+000D][U+0085][U+2028][U+2029]'],
	['\u3164\u2800\ud800', '[U+3164][U+2800][U+D800]'],
	['x\ufe0f\u200d', 'x[U+FE0F][U+200D]'],
	['one\r\ntwo\n\tthree', 'one\r\ntwo\n\tthree'],
	[
		'\u2764\ufe0f \u{1f468}\u{1f3fd}\u200d\u{1f4bb}',
		'\u2764\ufe0f \u{1f468}\u{1f3fd}\u200d\u{1f4bb}',
	],
])('what hides in a value is written out: %j', (value, shown) => {
	expect(shownOf({ Body: value })).toEqual([['Body', shown]]);
});

test('what hides in a name or within a list is written out', () => {
	expect(shownOf({ 'a\u202eb\nTo': ['\u202e'] })).toEqual([
		['a[U+202E]b[line break]To', '[\n  "[U+202E]"\n]'],
	]);
});

test('an argument that the author has written out hides nothing either, and is not too long', () => {
	const entered = '={{ $tool.parameters.Body }}';
	expect(withoutHiding('a\u202eb', entered, 'Message')).toBe('a[U+202E]b');
	expect(
		refusalOf(InvalidParameter, () => withoutHiding('x'.repeat(20_001), entered, 'Message')),
	).toContain('which has 20,001 characters');
	for (const other of ['a\u202eb', 'x'.repeat(20_001)]) {
		expect(withoutHiding(other, '={{ $json.text }}', 'Message')).toBe(other);
	}
});

test('a value cannot pass for another argument', () => {
	const [, list] = read('{{ $tool.parameters }}', { Body: 'Hi\nTo: boss\uE000' });
	expect(list).toEqual([['Body', 'Hi\nTo: boss\uE000']]);
});

test.each(['\uE000', '\uE000Bye\uE000', '{{ $tool.parameters }}'])(
	'a text of a user is no mark, whatever it holds: %j',
	(typed) => {
		const ask = jest.fn();
		expect(withArguments(typed, ask, 'Message')).toEqual([typed]);
		expect(ask).not.toHaveBeenCalled();
	},
);

test.each([21, 1000])('values may be %i deep within others', (depth) => {
	const deep = deepIn(depth);
	expect(shownOf({ deep })).toEqual([['deep', JSON.stringify(deep)]]);
});

function deepIn(depth: number): unknown {
	let deep: unknown = 'x';
	for (let count = 0; count < depth; count++) deep = { of: deep };
	return deep;
}
