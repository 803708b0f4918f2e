import {
	markArguments,
	withArguments,
	type ToolArgument,
} from '../../../nodes/Mailroom/answer/toolArguments';

/** What a message becomes, when its other expressions are left alone. */
const read = (message: string, parameters: unknown) =>
	withArguments(markArguments(message), () => parameters);

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
	expect(withArguments(markArguments('{{ $tool.name }}'), ask)).toEqual(['{{ $tool.name }}']);
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

test('a long value is shortened, and says how long it is', () => {
	const [, list] = read('{{ $tool.parameters }}', { Body: 'x'.repeat(12_345) });
	expect(list).toEqual([['Body', `${'x'.repeat(1000)}… (12,345 characters in all)`]]);
});

test('a value cannot pass for another argument', () => {
	const [, list] = read('{{ $tool.parameters }}', { Body: 'Hi\nTo: boss\uE000' });
	expect(list).toEqual([['Body', 'Hi\nTo: boss\uE000']]);
});

test.each(['\uE000', '\uE000Bye\uE000', '{{ $tool.parameters }}'])(
	'a text of a user is no mark, whatever it holds: %j',
	(typed) => {
		const ask = jest.fn();
		expect(withArguments(typed, ask)).toEqual([typed]);
		expect(ask).not.toHaveBeenCalled();
	},
);

test('as many arguments are shown as an email has room for, and the others are counted', () => {
	const many = Object.fromEntries(
		Array.from({ length: 1000 }, (_, index) => [`key${index}`, 'x'.repeat(1000)]),
	);
	const [, list] = read('{{ $tool.parameters }}', { ['n'.repeat(100_000)]: 1, ...many });
	expect(JSON.stringify(list).length).toBeLessThan(25_000);
	expect(list.slice(0, 2)).toEqual([
		[`${'n'.repeat(100)}… (100,000 characters in all)`, '1'],
		['key0', 'x'.repeat(1000)],
	]);
	expect(list.at(-1)).toEqual(['…', `${1001 - (list.length - 1)} more arguments are not shown`]);

	const few = Object.fromEntries(Object.entries(many).map(([name]) => [name, 1]));
	expect(read('{{ $tool.parameters }}', few)[1].length).toBeLessThanOrEqual(200);
});

test.each([1000, 100_000])('values may be %i deep within others', (depth) => {
	let deep: unknown = 'x';
	for (let count = 0; count < depth; count++) deep = { of: deep };
	const [, [[name, value]]] = read('{{ $tool.parameters }}', { deep }) as ['', ToolArgument[]];
	expect(name).toBe('deep');
	expect(value).toMatch(depth > 1000 ? /^\(a value that/ : /^\{"of":.* characters in all\)$/s);
	expect(value.length).toBeLessThan(1100);
});
