import { oneOf } from '../../parameters/choice';
import { personalizedText, plainText } from '../../parameters/emailText';
import { field, type FieldGroup } from '../../parameters/Field';
import type { EmailContent } from '../../service';

/** What the error of an email says that the service may have sent: people and models alike would try again. */
export const emailInDoubtNote =
	'The email may or may not have been sent; check before you send it again.';

type Content = Pick<EmailContent, 'subject' | 'bodyFormat' | 'body'>;

interface ContentTexts {
	/** Shown below subject and body. */
	hint?: string;
	/** Added to the description of subject and body. */
	about: string;
	subjectPlaceholder: string;
	bodyPlaceholder: string;
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

/** Subject, format and body of an email that the service personalizes. */
export const personalizedContent = content(personalizedText, {
	about:
		'Tags such as {{firstName}} are filled in by the service for each contact, also beside expressions of n8n such as {{ $json.name }}',
	hint: "Tags such as {{firstName}} are filled in for each contact, even where n8n's preview leaves them empty",
	subjectPlaceholder: 'e.g. Welcome, {{firstName}}!',
	bodyPlaceholder: 'e.g. Dear {{firstName}}, it is **good** to have you with us.',
});

/** Subject, format and body of an email that is sent as it is. */
export const plainContent = content(plainText, {
	about:
		'The service fills in no tags such as {{firstName}} here; use values of the item instead, such as {{ $json.name }}',
	subjectPlaceholder: 'e.g. Your receipt',
	bodyPlaceholder: 'e.g. Thank you for your order. **We will ship it tomorrow.**',
});

function content(
	textField: typeof personalizedText,
	{ hint, about, subjectPlaceholder, bodyPlaceholder }: ContentTexts,
): FieldGroup<Content> {
	const subject = textField({
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		placeholder: subjectPlaceholder,
		default: '',
		required: true,
		hint,
		description: `Subject line of the email. ${about}.`,
	});
	const body = textField({
		displayName: 'Body',
		name: 'body',
		type: 'string',
		typeOptions: { rows: 8 },
		placeholder: bodyPlaceholder,
		default: '',
		required: true,
		hint,
		description: `Text of the email, in the format chosen above. ${about}.`,
	});
	return {
		fields: [subject, bodyFormat, body],
		read: (parameters) => ({
			subject: subject.read(parameters),
			body: body.read(parameters),
			bodyFormat: bodyFormat.read(parameters),
		}),
	};
}
