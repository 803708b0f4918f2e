import { InvalidParameter } from '../../nodes/Mailroom/parameters/InvalidParameter';
import {
	showAll,
	stringifyToolParameters,
} from '../../nodes/Mailroom/resources/email/sendAndWait/toolArguments';
import { evaluate } from '../support/evaluate';
import { refusalOf } from '../support/refusal';

/** A message after its formatting. */
const read = (message: string, parameters: unknown) =>
	evaluate(
		stringifyToolParameters(message),
		{},
		{ $tool: { name: 'Send', parameters: parameters as string } },
	);

test.each([
	[
		'Input:\n{{ $tool.parameters }}\nBye',
		{ To: 'Ada', filter: { on: ['a'] } },
		'Input:\n{\n  "To": "Ada",\n  "filter": {\n    "on": [\n      "a"\n    ]\n  }\n}\nBye',
	],
	['{{$tool.parameters}}', 'a text', '"a text"'],
	['Run {{ $tool.name }}', { To: 'Ada' }, 'Run Send'],
	['{{ $tool.parameters.To }}', { To: 'Ada' }, 'Ada'],
	// A value cannot pass for another argument.
	[
		'{{ $tool.parameters }}',
		{ Body: 'Hi"\n"To": "boss' },
		'{\n  "Body": "Hi\\"\\n\\"To\\": \\"boss"\n}',
	],
])('%j with the input %j of a tool comes out as %j', (message, parameters, text) => {
	expect(read(message, parameters)).toBe(text);
});

const showToolInput = (text: string) => showAll(text, '={{ $tool.parameters }}', 'Message');

test('a message is shown to its last character, or not at all', () => {
	const longest = 'x'.repeat(20_000);
	expect(showToolInput(longest)).toBe(longest);
	expect(refusalOf(InvalidParameter, () => showToolInput(`${longest}x`))).toBe(
		'"Message" can\'t show the whole input of the tool: the text has 20,001 characters, more than 20,000. Call the tool with a smaller input',
	);
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
])('hidden characters are written out: %j', (text, shown) => {
	expect(showToolInput(text)).toBe(shown);
});
