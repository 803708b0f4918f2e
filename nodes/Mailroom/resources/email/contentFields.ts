import type { INodeProperties } from 'n8n-workflow';
import { InvalidParameter, shown } from '../../parameters/InvalidParameter';
import type { ItemParameters } from '../../parameters/ItemParameters';
import type { EmailContent } from '../../service';

type Show = NonNullable<INodeProperties['displayOptions']>['show'];

interface ContentTexts {
	show: Show;
	/** Shown below subject and body. */
	hint?: string;
	/** Added to the description of subject and body. */
	about: string;
	subjectPlaceholder: string;
	bodyPlaceholder: string;
}

const PERSONALIZED =
	'Tags such as {{firstName}} are filled in by the service for each contact, also beside expressions of n8n such as {{ $json.name }}';
const NOT_PERSONALIZED =
	'The service fills in no tags such as {{firstName}} here; use values of the item instead, such as {{ $json.name }}';

/** Subject, format and body of an email that the service personalizes. */
export function personalizedContentFields(show: Show): INodeProperties[] {
	return contentFields({
		show,
		about: PERSONALIZED,
		hint: "Tags such as {{firstName}} are filled in for each contact, even where n8n's preview leaves them empty",
		subjectPlaceholder: 'e.g. Welcome, {{firstName}}!',
		bodyPlaceholder: 'e.g. Dear {{firstName}}, it is **good** to have you with us.',
	});
}

/** Subject, format and body of an email that is sent as it is. */
export function plainContentFields(show: Show): INodeProperties[] {
	return contentFields({
		show,
		about: NOT_PERSONALIZED,
		subjectPlaceholder: 'e.g. Your receipt',
		bodyPlaceholder: 'e.g. Thank you for your order. **We will ship it tomorrow.**',
	});
}

function contentFields(texts: ContentTexts): INodeProperties[] {
	const displayOptions = { show: texts.show };
	return [
		{
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			placeholder: texts.subjectPlaceholder,
			default: '',
			required: true,
			displayOptions,
			hint: texts.hint,
			description: `Subject line of the email. ${texts.about}.`,
		},
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
			displayOptions,
			description: 'How the body is written',
		},
		{
			displayName: 'Body',
			name: 'body',
			type: 'string',
			typeOptions: { rows: 8 },
			placeholder: texts.bodyPlaceholder,
			default: '',
			required: true,
			displayOptions,
			hint: texts.hint,
			description: `Text of the email, in the format chosen above. ${texts.about}.`,
		},
	];
}

/** The format of a body, which an expression may have set to anything. */
export function bodyFormat(parameters: ItemParameters): EmailContent['bodyFormat'] {
	const format = parameters.value('bodyFormat');
	if (format !== 'markdown' && format !== 'html') {
		throw new InvalidParameter('Body Format', `must be markdown or html, but is ${shown(format)}`);
	}
	return format;
}
