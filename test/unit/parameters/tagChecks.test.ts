import { keepTags } from '../../../nodes/Mailroom/parameters/tags';
import { assertNoMisspelledTags, assertNoTags } from '../../../nodes/Mailroom/parameters/tagChecks';
import { requiredText } from '../../../nodes/Mailroom/parameters/text';
import { formOf } from '../formOf';
import { messageOf } from './readerTests';

const item = { name: 'Ada', tag: 'Dear {{firstName}}', empty: '', seven: 7, list: ['a'] };

const read = (subject: unknown) =>
	formOf(
		[{ displayName: 'Subject', name: 'subject', type: 'string', default: '' }],
		{ subject },
		item,
	).read('subject', requiredText, keepTags);

type TextCase = [claim: string, raw: string, text: string];

const asTyped = (claim: string, text: string): TextCase => [claim, text, text];

const texts: TextCase[] = [
	asTyped('a fixed text', 'Dear Ada'),
	asTyped('a fixed text with a tag', 'Dear {{firstName}}'),
	asTyped('a fixed text with an amount', 'For {{ $5 }}'),
	['an expression', '=Dear {{ $json.name }}', 'Dear Ada'],
	['an expression whose value holds a tag', '={{ $json.tag }}', 'Dear {{firstName}}'],
	['a number from an expression', '={{ $json.seven }}', '7'],
	asTyped('spaces and lines as they are', ' Dear\n\tAda '),
];

test.each(texts)('a text may be %s', (_claim, raw, text) => {
	expect(read(raw)).toBe(text);
});

test.each([
	['={{firstName}}', '{{firstName}}'],
	['=Dear {{firstName}}, from {{ $json.name }}', 'Dear {{firstName}}, from Ada'],
	['={{ first_name | "there" }}, {{ $json.seven + 1 }}', '{{ first_name | "there" }}, 8'],
	['={{ $json.tag }} {{lastName}}', 'Dear {{firstName}} {{lastName}}'],
])('a text keeps the tags of the expression %s', (raw, text) => {
	expect(read(raw)).toBe(text);
});

test.each([
	['={{firstName}}', '{{firstName}}'],
	['Dear {{firstName}} {{firstName}}', '{{firstName}}'],
	['=Dear {{ $json.name }}, {{ company.name | "you" }}', '{{ company.name | "you" }}'],
	['{{a}}{{b}}{{c}}{{d}}{{e}}{{f}}', '{{a}}, {{b}}, {{c}}, {{d}}, {{e}} and 1 more'],
	['{{ left open, {{firstName}}', '{{firstName}}'],
])('where the service fills in no tags, those of %s are refused', (entered, named) => {
	const message = messageOf(() => assertNoTags(entered, 'Subject'));
	expect(message).toContain(`"Subject" contains the personalization tag ${named}, which`);
	expect(message).toContain('{{ $json.name }}');
});

test.each(['Dear Ada', '={{ $json.name }}', '{{#if a}}', '{{ 1 + 1 }}', '{{', undefined, 7])(
	'%j holds no tag to refuse',
	(entered) => {
		expect(() => assertNoTags(entered, 'Subject')).not.toThrow();
	},
);

test('the error of misspelled tags says what is meant, and how to go ahead', () => {
	const message = messageOf(() =>
		assertNoMisspelledTags('{{fistName}} {{{mail}}} {{name}}', 'Body'),
	);
	expect(message).toMatch(/^"Body" /);
	expect(message).toContain('{{fistName}} (meant: {{firstName}}?), {{mail}} (meant: {{email}}?)');
	expect(message).toContain('"Allow Any Tag"');
	expect(() => assertNoMisspelledTags('{{firstName}} {{company}}', 'Body')).not.toThrow();
});
