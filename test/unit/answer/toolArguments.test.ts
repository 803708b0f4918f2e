import { markArguments, withArguments } from '../../../nodes/Mailroom/answer/toolArguments';

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
