import type { INodeProperties } from 'n8n-workflow';
import type { Choice } from '../../answer/Question';
import { oneOf } from '../../parameters/choice';
import { valuesField } from '../../parameters/Field';
import { InvalidParameter, shown } from '../../parameters/InvalidParameter';
import { optionalText } from '../../parameters/text';

const approvalType = oneOf('single', 'double');

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

/** The answers to choose from, of a question for approval. */
export const approvalOptions = valuesField(
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		description: 'Which buttons the email has, and what they say',
	},
	values,
	(chosen, label): Choice[] => {
		const labelOf = (name: string, preset: string) =>
			optionalText(chosen?.(name), label)?.replace(/\s+/g, ' ').trim() ?? preset;
		const approve = { label: labelOf('approveLabel', 'Approve'), approved: true };
		if (!chosen || approvalType(chosen('approvalType'), label) === 'single') return [approve];
		const decline = { label: labelOf('disapproveLabel', 'Decline'), approved: false };
		if (decline.label !== approve.label) return [approve, decline];
		throw new InvalidParameter(label, `has two buttons called ${shown(approve.label)}`);
	},
);
