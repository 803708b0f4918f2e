import type { INodeProperties } from 'n8n-workflow';
import { oneOf } from '../../parameters/choice';
import type { Form } from '../../parameters/Form';
import { keepTags } from '../../parameters/personalizationTags';
import { assertNoMisspelledTags, assertPlainText } from '../../parameters/tagChecks';
import { requiredText } from '../../parameters/text';
import type { EmailContent } from '../../service';

const bodyFormatProperty: INodeProperties = {
	displayName: 'Body Format',
	name: 'bodyFormat',
	type: 'options',
	options: [
		{ name: 'HTML', value: 'html', description: 'The body is the HTML of the email' },
		{
			name: 'Markdown',
			value: 'markdown',
			description: 'Plain text in which **bold**, lists and [links](https://example.com) work',
		},
	],
	default: 'markdown',
};

/** Subject, format and body of an email that the service personalizes. */
export const personalizedProperties = contentProperties({
	description:
		'Tags such as {{firstName}} are filled in for each contact, also beside expressions such as {{ $json.name }}',
	subject: 'e.g. Welcome, {{firstName}}!',
	markdown: 'e.g. Dear {{firstName}}, it is **good** to have you with us.',
	html: 'e.g. <p>Dear {{firstName}}, it is <b>good</b> to have you with us.</p>',
});

/** Subject, format and body of an email that is sent as it is. */
export const plainProperties = contentProperties({
	description:
		"Tags such as {{firstName}} don't work here. Use expressions such as {{ $json.name }}.",
	subject: 'e.g. Your receipt',
	markdown: 'e.g. Thank you for your order. **We will ship it tomorrow.**',
	html: 'e.g. <p>Thank you for your order. <b>We will ship it tomorrow.</b></p>',
});

/** @param placeholders.markdown, placeholders.html examples of a body, by its format */
function contentProperties({
	description,
	...placeholders
}: Record<'description' | 'subject' | 'markdown' | 'html', string>): INodeProperties[] {
	return [
		{
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			placeholder: placeholders.subject,
			default: '',
			required: true,
			description,
		},
		bodyFormatProperty,
		// One parameter in two forms: a text that was entered in one is there in the other.
		{
			displayName: 'Body',
			name: 'body',
			type: 'string',
			typeOptions: { rows: 8 },
			displayOptions: { show: { bodyFormat: ['markdown'] } },
			placeholder: placeholders.markdown,
			default: '',
			required: true,
			description,
		},
		{
			displayName: 'Body',
			name: 'body',
			type: 'string',
			typeOptions: { editor: 'htmlEditor', rows: 8 },
			displayOptions: { show: { bodyFormat: ['html'] } },
			placeholder: placeholders.html,
			default: '',
			required: true,
			description,
		},
	];
}

/**
 * A notice about tags: n8n hides the hints of a field that is an expression, which is where it shows tags in red; a notice stays.
 *
 * @param text at most two lines
 */
export function tagsNotice(text: string): INodeProperties {
	return { displayName: text, name: 'personalizationTags', type: 'notice', default: '' };
}

type Content = Pick<EmailContent, 'subject' | 'bodyFormat' | 'body'>;

/** Reads the content of an email that the service personalizes. */
export function readPersonalized(form: Form, allowAnyTag: boolean): Content {
	const check = (text: string, name: string) => assertNoMisspelledTags(text, form.label(name));
	return readContent(form, allowAnyTag ? undefined : check);
}

/** Reads the content of an email that is sent as it is. */
export function readPlain(form: Form, allowAnyTag: boolean): Content {
	const check = (text: string, name: string) =>
		assertPlainText(text, form.label(name), form.raw(name));
	return readContent(form, allowAnyTag ? undefined : check);
}

function readContent(form: Form, check?: (text: string, name: string) => void): Content {
	const readText = (name: string) => {
		const text = form.read(name, requiredText, keepTags);
		check?.(text, name);
		return text;
	};
	const bodyFormat = form.read('bodyFormat', oneOf('markdown', 'html'));
	return { subject: readText('subject'), body: readText('body'), bodyFormat };
}
