import type { INodeProperties } from 'n8n-workflow';
import type { Choice } from '../../answer/Question';
import { oneOf } from '../../parameters/choice';
import { field } from '../../parameters/Field';
import { optionalText } from '../../parameters/text';

const approvalType = oneOf('single', 'double');

/** In the form of n8n's own nodes that send and wait. */
const values: INodeProperties[] = [
	{
		displayName: 'Type of Approval',
		name: 'approvalType',
		type: 'options',
		options: [
			{ name: 'Approve Only', value: 'single' },
			{ name: 'Approve and Disapprove', value: 'double' },
		],
		default: 'single',
		description: 'Whether the email has a button to approve, or one to disapprove as well',
	},
	{
		displayName: 'Approve Button Label',
		name: 'approveLabel',
		type: 'string',
		placeholder: 'e.g. Approve',
		default: 'Approve',
	},
	{
		displayName: 'Disapprove Button Label',
		name: 'disapproveLabel',
		type: 'string',
		placeholder: 'e.g. Decline',
		displayOptions: { show: { approvalType: ['double'] } },
		default: 'Decline',
	},
];

/** What can be answered to a question for approval. */
export const approvalOptions = field(
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		options: [{ displayName: 'Values', name: 'values', values }],
		description: 'Which buttons the email has, and what they say',
	},
	(value, label): Choice[] => {
		const chosen = (value as { values?: Record<string, unknown> } | undefined)?.values ?? {};
		const labelOf = (given: unknown, preset: string) =>
			optionalText(given, label)?.replace(/\s+/g, ' ').trim() ?? preset;
		const approve = { label: labelOf(chosen.approveLabel, 'Approve'), approved: true };
		if (approvalType(chosen.approvalType ?? 'single', label) === 'single') return [approve];
		return [approve, { label: labelOf(chosen.disapproveLabel, 'Decline'), approved: false }];
	},
);
