import { assertNoMisspelledTags, assertNoTags } from '../../../nodes/Mailroom/parameters/tags';
import { messageOf } from './readerTests';

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
	const read = (text: string) => assertNoMisspelledTags(text, 'Body');
	const named = '{{fistName}} (meant: {{firstName}}?), {{mail}} (meant: {{email}}?)';
	expect(messageOf(() => read('{{fistName}} {{{mail}}} {{name}}'))).toMatch(
		new RegExp(
			`^"Body" contains a misspelled tag: ${named.replace(/[{}()?]/g, '\\$&')}.*"Allow Any Tag"`,
		),
	);
	expect(() => read('{{firstName}} {{company}}')).not.toThrow();
});
