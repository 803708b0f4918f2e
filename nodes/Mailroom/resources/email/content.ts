import { oneOf } from '../../parameters/choice';
import { emailText, refuseMisspeltTags, refuseTags } from '../../parameters/emailText';
import { field, notice, type Field } from '../../parameters/Field';
import type { ItemParameters } from '../../parameters/ItemParameters';
import type { EmailContent } from '../../service';

/** Subject, format and body as a part of a form. */
interface ContentGroup {
	fields: Field[];
	/** @param allowAnyTag whether tags are not looked at */
	read(
		parameters: ItemParameters,
		allowAnyTag: boolean,
	): Pick<EmailContent, 'subject' | 'bodyFormat' | 'body'>;
}

interface ContentTexts {
	/** Added to the description of subject and body. */
	about: string;
	subject: string;
	/** Examples of a body, by its format. */
	markdown: string;
	html: string;
}

/** Throws InvalidParameter. */
type TagCheck = (sent: string, label: string, entered: unknown) => void;

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

/** The content of an email that the service personalizes. */
export const personalizedContent = content((sent, label) => refuseMisspeltTags(sent, label), {
	about:
		'Tags such as {{firstName}} are filled in by the service for each contact, also beside expressions of n8n such as {{ $json.name }}',
	subject: 'e.g. Welcome, {{firstName}}!',
	markdown: 'e.g. Dear {{firstName}}, it is **good** to have you with us.',
	html: 'e.g. <p>Dear {{firstName}}, it is <b>good</b> to have you with us.</p>',
});

/** The content of an email that is sent as it is. */
export const plainContent = content(refuseTagsOfPlain, {
	about:
		'The service fills in no tags such as {{firstName}} here; use values of the item in an expression instead, such as {{ $json.name }}',
	subject: 'e.g. Your receipt',
	markdown: 'e.g. Thank you for your order. **We will ship it tomorrow.**',
	html: 'e.g. <p>Thank you for your order. <b>We will ship it tomorrow.</b></p>',
});

/** A tag in the form is a mistake, however it is spelt; one in a value of an item may be text, unless it is nearly a tag. */
function refuseTagsOfPlain(sent: string, label: string, entered: unknown): void {
	refuseTags(entered, label);
	refuseMisspeltTags(sent, label);
}

/**
 * A notice of what is certain of tags, and how to try them: n8n hides the hints of a field that is an expression, which is where it
 * shows tags in red; a notice stays.
 *
 * @param trying what to do before the email goes to others; all of it fits in two lines
 */
export function tagsNotice(trying: string): Field {
	return notice(
		'personalizationTags',
		`n8n may show {{firstName}} in red; it is sent as typed. "Execute step" really sends: ${trying}.`,
	);
}

function content(check: TagCheck, texts: ContentTexts): ContentGroup {
	const common = { type: 'string', default: '', required: true } as const;
	const subject = emailText({
		...{ displayName: 'Subject', name: 'subject', ...common, placeholder: texts.subject },
		description: `Subject line of the email. ${texts.about}.`,
	});
	// One parameter in two forms: what was entered in one is there in the other.
	const bodyIn = (format: 'markdown' | 'html', editor: { editor?: 'htmlEditor' } = {}) =>
		emailText({
			...{ displayName: 'Body', name: 'body', ...common, placeholder: texts[format] },
			typeOptions: { ...editor, rows: 8 },
			displayOptions: { show: { bodyFormat: [format] } },
			description: `Text of the email, in the format chosen above. ${texts.about}.`,
		});
	const body = { markdown: bodyIn('markdown'), html: bodyIn('html', { editor: 'htmlEditor' }) };
	return {
		fields: [subject, bodyFormat, body.markdown, body.html],
		read: (parameters, allowAnyTag) => {
			const read = (one: Field<string>): string => {
				const { name, displayName } = one.property;
				const sent = one.read(parameters);
				if (!allowAnyTag) check(sent, displayName, parameters.raw(name));
				return sent;
			};
			const format = bodyFormat.read(parameters);
			return { subject: read(subject), body: read(body[format]), bodyFormat: format };
		},
	};
}
