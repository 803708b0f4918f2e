import type { INodeProperties } from 'n8n-workflow';
import { oneOf, switchedOn } from '../../parameters/choice';
import type { Rewrite } from '../../parameters/evaluator';
import type { Form } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { keepTags, misspelledTags, tagsIn } from '../../parameters/tags';
import { requiredText } from '../../parameters/text';
import { firstOf } from '../../parameters/wording';
import type { EmailContent } from '../../service';

export const ALLOW_ANY_TAG = 'Allow Any Tag';

export const toProperty: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	placeholder: 'e.g. Ada Example <ada@example.com>',
	default: '',
	required: true,
	description: "Email address of the recipient, who doesn't have to be a contact",
};

const bodyFormatProperty: INodeProperties = {
	displayName: 'Body Format',
	name: 'bodyFormat',
	type: 'options',
	options: [
		{ name: 'HTML', value: 'html' },
		{
			name: 'Markdown',
			value: 'markdown',
			description: 'Text with **bold**, lists and [links](https://example.com)',
		},
	],
	default: 'markdown',
};

/** For emails that the service personalizes. */
export const personalizedProperties: INodeProperties[] = [
	{
		// A notice, because n8n hides the hint of an expression.
		displayName:
			'n8n may show {{firstName}} in red and leave it out of previews, but it reaches the service.',
		name: 'personalizationTags',
		type: 'notice',
		default: '',
	},
	...contentProperties({
		description:
			'The service fills in tags such as {{firstName}}. Expressions such as {{ $json.name }} also work.',
		subject: 'e.g. Welcome, {{firstName}}!',
		body: 'e.g. Dear {{firstName}}, it is **good** to have you with us.',
	}),
];

/** For emails that are sent as entered. */
export const plainProperties = contentProperties({
	description:
		"Tags such as {{firstName}} don't work here. Use expressions such as {{ $json.name }}.",
	subject: 'e.g. Your receipt',
	body: 'e.g. Thank you for your order. **We will ship it tomorrow.**',
});

function contentProperties(
	texts: Record<'description' | 'subject' | 'body', string>,
): INodeProperties[] {
	const { description } = texts;
	const field = { type: 'string', default: '', required: true, description } as const;
	const bodyProperty = { displayName: 'Body', name: 'body', ...field };
	return [
		{ displayName: 'Subject', name: 'subject', ...field, placeholder: texts.subject },
		bodyFormatProperty,
		// One parameter with two editors keeps its text when the format changes.
		{
			...bodyProperty,
			typeOptions: { rows: 8 },
			displayOptions: { show: { bodyFormat: ['markdown'] } },
			placeholder: texts.body,
		},
		{
			...bodyProperty,
			typeOptions: { editor: 'htmlEditor', rows: 8 },
			displayOptions: { show: { bodyFormat: ['html'] } },
		},
	];
}

type Content = Pick<EmailContent, 'subject' | 'bodyFormat' | 'body'>;

export function readContent(form: Form, { isPersonalized }: { isPersonalized: boolean }): Content {
	const isAnyTagAllowed = form.inside('options').read('allowAnyTag', switchedOn);
	const advice = isPersonalized ? PERSONALIZED_ADVICE : TRANSACTIONAL_ADVICE;
	const readText = (name: string) =>
		isAnyTagAllowed ? form.read(name, requiredText, keepTags) : readCheckedText(form, name, advice);
	const bodyFormat = form.read('bodyFormat', oneOf('markdown', 'html'));
	return { subject: readText('subject'), body: readText('body'), bodyFormat };
}

interface TagAdvice {
	misspelled: string;
	/** Set if the service fills in no tags. */
	unfilled?: string;
}

const PERSONALIZED_ADVICE: TagAdvice = {
	misspelled: `Correct it. If a custom property has that name, turn on "${ALLOW_ANY_TAG}"`,
};

const TRANSACTIONAL_ADVICE: TagAdvice = {
	misspelled: `Replace it with an expression such as {{ $json.name }}. To send it as typed, turn on "${ALLOW_ANY_TAG}"`,
	unfilled: `Set the field to Expression and use a value such as {{ $json.name }}, or use "Send to Contacts". To send it as typed, turn on "${ALLOW_ANY_TAG}"`,
};

export function readCheckedText(
	form: Form,
	name: string,
	advice: TagAdvice,
	rewrite: Rewrite = keepTags,
): string {
	const label = form.label(name);
	const text = form.read(name, requiredText, rewrite);
	const tags = advice.unfilled ? [...new Set(tagsIn(String(form.raw(name))))] : [];
	if (tags.length > 0) {
		const problem = `contains the personalization tag ${firstOf(tags)}, which the service does not fill in here`;
		throw new InvalidParameter(label, problem, advice.unfilled);
	}
	const misspelled = misspelledTags(text);
	if (misspelled.length === 0) return text;
	const named = misspelled.map((tag) => `{{${tag.name}}} (meant: {{${tag.suggestion}}}?)`);
	const problem = `contains a misspelled tag: ${firstOf(named)}`;
	throw new InvalidParameter(label, problem, advice.misspelled);
}
