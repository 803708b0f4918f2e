import { oneOf } from '../../parameters/choice';
import { personalizedText, plainText } from '../../parameters/emailText';
import { field, notice, type Field, type FieldGroup } from '../../parameters/Field';
import type { EmailContent } from '../../service';

/** What the error of an email says that the service may have sent: people and models alike would try again. */
export const emailInDoubtNote =
	'The email may or may not have been sent; check before you send it again.';

type Content = Pick<EmailContent, 'subject' | 'bodyFormat' | 'body'>;

interface ContentTexts {
	/** Added to the description of subject and body. */
	about: string;
	subjectPlaceholder: string;
	/** An example of a body, by its format. */
	bodyPlaceholder: Record<Content['bodyFormat'], string>;
	/** Shown below the body. */
	below?: Field;
}

const bodyFormat = field(
	{
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
		description: 'How the body is written',
	},
	oneOf('markdown', 'html'),
);

/**
 * Of the tags, only `{{firstName}}` is shown in the document of the service. n8n hides the hints of a field that is an expression,
 * which is where it shows tags in red; a notice stays.
 */
const tagsNotice = notice(
	'personalizationTags',
	'The service fills in tags for each contact: {{firstName}}, {{lastName}} and {{name}} from the contact\'s name, {{email}}, and custom properties by their name, such as {{company}}. Only {{firstName}} is documented, so send a test before you rely on others. n8n shows tags in red and leaves them out of its preview, but they are sent as typed. "Execute step" really sends.',
);

/** Subject, format and body of an email that the service personalizes. */
export const personalizedContent = content(personalizedText, {
	about:
		'Tags such as {{firstName}} are filled in by the service for each contact, also beside expressions of n8n such as {{ $json.name }}',
	subjectPlaceholder: 'e.g. Welcome, {{firstName}}!',
	bodyPlaceholder: {
		markdown: 'e.g. Dear {{firstName}}, it is **good** to have you with us.',
		html: 'e.g. <p>Dear {{firstName}}, it is <b>good</b> to have you with us.</p>',
	},
	below: tagsNotice,
});

/** Subject, format and body of an email that is sent as it is. */
export const plainContent = content(plainText, {
	about:
		'The service fills in no tags such as {{firstName}} here; use values of the item in an expression instead, such as {{ $json.name }}',
	subjectPlaceholder: 'e.g. Your receipt',
	bodyPlaceholder: {
		markdown: 'e.g. Thank you for your order. **We will ship it tomorrow.**',
		html: 'e.g. <p>Thank you for your order. <b>We will ship it tomorrow.</b></p>',
	},
});

function content(textField: typeof personalizedText, texts: ContentTexts): FieldGroup<Content> {
	const { about, subjectPlaceholder, below } = texts;
	const subject = textField({
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		placeholder: subjectPlaceholder,
		default: '',
		required: true,
		description: `Subject line of the email. ${about}.`,
	});
	const body = bodyFields(textField, texts);
	return {
		fields: [subject, bodyFormat, body.markdown, body.html, ...(below ? [below] : [])],
		read: (parameters) => {
			const format = bodyFormat.read(parameters);
			return {
				subject: subject.read(parameters),
				body: body[format].read(parameters),
				bodyFormat: format,
			};
		},
	};
}

/** One parameter in two forms: what was entered in one is there in the other. */
function bodyFields(
	textField: typeof personalizedText,
	{ about, bodyPlaceholder }: ContentTexts,
): Record<Content['bodyFormat'], Field<string>> {
	const common = {
		displayName: 'Body',
		name: 'body',
		type: 'string',
		default: '',
		required: true,
		description: `Text of the email, in the format chosen above. ${about}.`,
	} as const;
	return {
		markdown: textField({
			...common,
			typeOptions: { rows: 8 },
			placeholder: bodyPlaceholder.markdown,
			displayOptions: { show: { bodyFormat: ['markdown'] } },
		}),
		html: textField({
			...common,
			typeOptions: { editor: 'htmlEditor', rows: 8 },
			placeholder: bodyPlaceholder.html,
			displayOptions: { show: { bodyFormat: ['html'] } },
		}),
	};
}
