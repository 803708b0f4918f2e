import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { optionalText } from '../../../parameters/text';

const WITH_TEXT: IDisplayOptions = { show: { responseType: ['approvalWithText', 'freeText'] } };

export const prefilledTextProperties: INodeProperties[] = [
	{
		displayName:
			'Red or "invalid syntax" at {{firstName}} in a draft is normal: the tag stays as typed.',
		name: 'prefilledTags',
		type: 'notice',
		default: '',
		displayOptions: WITH_TEXT,
	},
	{
		displayName: 'Prefilled Text',
		name: 'prefilledText',
		type: 'string',
		typeOptions: { rows: 4 },
		placeholder: 'e.g. {{ $json.draft }}',
		default: '',
		displayOptions: WITH_TEXT,
		description: 'Text in the field of the response page, for the recipient to edit',
	},
];

const MAX_PREFILLED_LENGTH = 100_000;

export function prefilledText(value: unknown, label: string): string | undefined {
	const text = optionalText(value, label);
	if (text === undefined || text.length <= MAX_PREFILLED_LENGTH) return text;
	const [length, most] = [text.length, MAX_PREFILLED_LENGTH].map((n) => n.toLocaleString('en-US'));
	throw new InvalidParameter(label, `has ${length} characters, more than ${most}`, 'Shorten it');
}
