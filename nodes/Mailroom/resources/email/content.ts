import { oneOf } from '../../parameters/choice';
import { emailText, refuseMisspeltTags, refuseTags } from '../../parameters/emailText';
import { field, notice, type Field } from '../../parameters/Field';
import type { ItemParameters } from '../../parameters/ItemParameters';
import type { EmailContent } from '../../service';

/** What the error of an email says that the service may have sent: people and models alike would try again. */
export const emailInDoubtNote =
	'The email may or may not have been sent; check before you send it again.';

type Content = Pick<EmailContent, 'subject' | 'bodyFormat' | 'body'>;

/** What an email says, as a part of a form. */
interface ContentGroup {
	fields: Field[];
	/** @param allowAnyTag whether tags are not looked at */
	read(parameters: ItemParameters, allowAnyTag: boolean): Content;
}

/** Throws InvalidParameter. */
type TagCheck = (text: { entered: unknown; sent: string }, label: string) => void;

interface ContentTexts {
	/** Added to the description of subject and body. */
	about: string;
	subjectPlaceholder: string;
	/** An example of a body, by its format. */
	bodyPlaceholder: Record<Content['bodyFormat'], string>;
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
export const personalizedContent = content(({ sent }, label) => refuseMisspeltTags(sent, label), {
	about:
		'Tags such as {{firstName}} are filled in by the service for each contact, also beside expressions of n8n such as {{ $json.name }}',
	subjectPlaceholder: 'e.g. Welcome, {{firstName}}!',
	bodyPlaceholder: {
		markdown: 'e.g. Dear {{firstName}}, it is **good** to have you with us.',
		html: 'e.g. <p>Dear {{firstName}}, it is <b>good</b> to have you with us.</p>',
	},
});

/** Subject, format and body of an email that is sent as it is. */
export const plainContent = content(refuseTagsOfPlain, {
	about:
		'The service fills in no tags such as {{firstName}} here; use values of the item in an expression instead, such as {{ $json.name }}',
	subjectPlaceholder: 'e.g. Your receipt',
	bodyPlaceholder: {
		markdown: 'e.g. Thank you for your order. **We will ship it tomorrow.**',
		html: 'e.g. <p>Thank you for your order. <b>We will ship it tomorrow.</b></p>',
	},
});

/** A tag in the form is a mistake, however it is spelt; one in a value of an item may be text, unless it is nearly a tag. */
function refuseTagsOfPlain({ entered, sent }: Parameters<TagCheck>[0], label: string): void {
	refuseTags(entered, label);
	refuseMisspeltTags(sent, label);
}

/**
 * What is certain of tags, and how to try them: n8n hides the hints of a field that is an expression, which is where it shows tags
 * in red; a notice stays.
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
	const { about, subjectPlaceholder } = texts;
	const subject = emailText({
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		placeholder: subjectPlaceholder,
		default: '',
		required: true,
		description: `Subject line of the email. ${about}.`,
	});
	const body = bodyFields(texts);
	const read = (one: Field<string>, parameters: ItemParameters, allowAnyTag: boolean): string => {
		const { name, displayName } = one.property;
		const sent = one.read(parameters);
		if (!allowAnyTag) check({ entered: parameters.raw(name), sent }, displayName);
		return sent;
	};
	return {
		fields: [subject, bodyFormat, body.markdown, body.html],
		read: (parameters, allowAnyTag) => {
			const format = bodyFormat.read(parameters);
			return {
				subject: read(subject, parameters, allowAnyTag),
				body: read(body[format], parameters, allowAnyTag),
				bodyFormat: format,
			};
		},
	};
}

/** One parameter in two forms: what was entered in one is there in the other. */
function bodyFields({
	about,
	bodyPlaceholder,
}: ContentTexts): Record<Content['bodyFormat'], Field<string>> {
	const common = {
		displayName: 'Body',
		name: 'body',
		type: 'string',
		default: '',
		required: true,
		description: `Text of the email, in the format chosen above. ${about}.`,
	} as const;
	return {
		markdown: emailText({
			...common,
			typeOptions: { rows: 8 },
			placeholder: bodyPlaceholder.markdown,
			displayOptions: { show: { bodyFormat: ['markdown'] } },
		}),
		html: emailText({
			...common,
			typeOptions: { editor: 'htmlEditor', rows: 8 },
			placeholder: bodyPlaceholder.html,
			displayOptions: { show: { bodyFormat: ['html'] } },
		}),
	};
}
