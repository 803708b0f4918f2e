import type { NamedProperty } from '../../../nodes/Mailroom/parameters/Field';
import { personalizedText, plainText } from '../../../nodes/Mailroom/parameters/emailText';
import { evaluate } from '../evaluate';
import { emptyValues, messageOf } from './invalid';
import type { ItemParameters } from '../../../nodes/Mailroom/parameters/ItemParameters';

/** The parameters of an item, as n8n has them: a text with a leading `=` is an expression. */
const parameters = (raw: unknown): ItemParameters => {
	const item = { name: 'Ada', tag: 'Dear {{firstName}}', empty: '', seven: 7, list: ['a'] };
	const evaluateForItem = (expression: string) => evaluate(expression, item);
	return {
		raw: () => raw,
		value: () =>
			typeof raw === 'string' && raw.startsWith('=') ? evaluateForItem(raw.slice(1)) : raw,
		evaluate: evaluateForItem,
		json: () => item,
		timezone: 'UTC',
		startedAt: 0,
		entered: new Map(),
	};
};

const subject: NamedProperty<'subject'> = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
};

const personalized = (raw: unknown) => personalizedText(subject).read(parameters(raw));
const plain = (raw: unknown) => plainText(subject).read(parameters(raw));

type TextCase = [claim: string, raw: string, text: string];

const asTyped = (claim: string, text: string): TextCase => [claim, text, text];

const inBoth: TextCase[] = [
	asTyped('a fixed text', 'Dear Ada'),
	asTyped('a fixed text with a tag', 'Dear {{firstName}}'),
	asTyped('a fixed text with an amount', 'For {{ $5 }}'),
	['an expression', '=Dear {{ $json.name }}', 'Dear Ada'],
	['an expression whose value holds a tag', '={{ $json.tag }}', 'Dear {{firstName}}'],
	['a number from an expression', '={{ $json.seven }}', '7'],
	asTyped('spaces and lines as they are', ' Dear\n\tAda '),
];

test.each(inBoth)('a text that is personalized, or is not, may be %s', (_claim, raw, text) => {
	expect(personalized(raw)).toBe(text);
	expect(plain(raw)).toBe(text);
});

test.each([
	['={{firstName}}', '{{firstName}}'],
	['=Dear {{firstName}}, from {{ $json.name }}', 'Dear {{firstName}}, from Ada'],
	['={{ first_name | "there" }}, {{ $json.seven + 1 }}', '{{ first_name | "there" }}, 8'],
	['={{ $json.tag }} {{lastName}}', 'Dear {{firstName}} {{lastName}}'],
])('a text that is personalized keeps the tags of the expression %s', (raw, text) => {
	expect(personalized(raw)).toBe(text);
});

test.each([
	['={{firstName}}', '{{firstName}}'],
	['=Dear {{ $json.name }}, {{ company.name | "you" }}', '{{ company.name | "you" }}'],
])('a text that is not personalized must hold no tag in an expression: %s', (raw, tag) => {
	const message = messageOf(() => plain(raw));
	expect(message).toContain(`"Subject" contains the personalization tag "${tag}"`);
	expect(message).toContain('{{ $json.name }}');
});

test.each([
	...emptyValues.filter((value) => !Array.isArray(value)),
	'={{ $json.empty }}',
	'={{ $json.missing }}',
	'= ',
])('a text must not be empty: %j', (raw) => {
	expect(messageOf(() => personalized(raw))).toBe('"Subject" is empty, but required');
	expect(messageOf(() => plain(raw))).toBe('"Subject" is empty, but required');
});

test.each(['{{ $json.name }}', 'Dear {{firstName}}, from {{ $json.name }}'])(
	'an expression in a fixed text is an error that says where to switch: %s',
	(raw) => {
		for (const read of [personalized, plain]) {
			expect(messageOf(() => read(raw))).toMatch(/^"Subject" .*set to Fixed.*Expression/);
		}
	},
);

test('a text must not be a list', () => {
	expect(messageOf(() => personalized('={{ $json.list }}'))).toMatch(/^"Subject" must be text/);
	expect(messageOf(() => plain('={{ $json.list }}'))).toMatch(/^"Subject" must be text/);
});
