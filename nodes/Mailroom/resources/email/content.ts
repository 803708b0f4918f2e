import type { INodeProperties } from 'n8n-workflow';
import { oneOf, switchedOn } from '../../parameters/choice';
import { isExpression } from '../../parameters/evaluator';
import type { Form } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { keepTags } from '../../parameters/tags/keepTags';
import { ownTagsIn } from '../../parameters/tags/tags';
import { requiredLine, requiredText } from '../../parameters/text';
import { DEFAULT_LIST, type EmailContent } from '../../service';
import { assertNoTags, assertSpelledTags, assertSpelledTagsInValue } from './assertTags';
import { authoredText } from './authoredText';

export const toProperty: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	placeholder: 'e.g. Ada Example <ada@example.com>',
	default: '',
	required: true,
	description: "Email address of the recipient, who doesn't have to be a contact",
	builderHint: {
		propertyHint: 'Exactly one address. To email several people, use sendToContacts or sendToList.',
	},
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
			'Red or "invalid syntax" at {{firstName}} is normal: each recipient gets their own name.',
		name: 'personalizationTags',
		type: 'notice',
		default: '',
	},
	...contentProperties({
		description:
			'The service fills in tags such as {{firstName}}. Expressions such as {{ $json.name }} also work, but are the same for all recipients of an item.',
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

/** To any address, or personalized to single contacts or to a whole list. */
export type Audience = 'anyone' | 'contacts' | 'list';

export function allowsAnyTag(form: Form): boolean {
	return form.inside('options').read('allowAnyTag', switchedOn);
}

/** Keeps personalization tags that the service fills in, and refuses those that it would not. */
export function readContent(form: Form, audience: Audience): Content {
	const isAnyTagAllowed = allowsAnyTag(form);
	const assertTags = audience === 'anyone' ? assertNoTags : assertSpelledTags;
	const readText = (name: string) => {
		const reader = name === 'subject' ? requiredLine : requiredText;
		const entered = form.raw(name);
		if (isAnyTagAllowed && !isExpression(entered)) return reader(entered, form.label(name));
		// Before n8n evaluates it, as its error would not name the tag.
		if (!isAnyTagAllowed) assertTags(form, name);
		const text = form.read(name, reader, keepTags);
		if (audience === 'list' && !isAnyTagAllowed) assertSpelledTagsInValue(form, name, text);
		return text;
	};
	const bodyFormat = form.read('bodyFormat', oneOf('markdown', 'html'));
	return { subject: readText('subject'), body: readText('body'), bodyFormat };
}

const UNSUBSCRIBE = /\{\{\s*unsubscribeURL\b/;

/**
 * The link would be empty in an email to the list that nobody can leave.
 *
 * @throws InvalidParameter for what the author has typed, and in an email to the whole list also for what an expression brings in
 */
export function assertNoUnsubscribeLink(form: Form, content: Content, audience: Audience): void {
	if (allowsAnyTag(form)) return;
	for (const name of ['subject', 'body'] as const) {
		const { ownTags } = authoredText(form, name);
		const texts = audience === 'list' ? [...ownTags, content[name]] : ownTags;
		if (!texts.some((text) => UNSUBSCRIBE.test(text))) continue;
		const problem = `contains {{unsubscribeURL}}, but contacts can't leave the list "${DEFAULT_LIST}"`;
		throw new InvalidParameter(form.label(name), problem, 'Remove it, or choose another list');
	}
}

/** Tags of the service in what expressions brought in. */
export function tagsInValues(form: Form, content: Content): string[] {
	return (['subject', 'body'] as const).flatMap((name) => {
		if (!isExpression(form.raw(name))) return [];
		const { ownTags } = authoredText(form, name);
		return ownTagsIn(content[name]).filter((tag) => !ownTags.includes(tag));
	});
}
