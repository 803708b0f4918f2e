import type { INodeProperties } from 'n8n-workflow';
import { oneOf } from '../../parameters/choice';
import type { Form } from '../../parameters/Form';
import { InvalidParameter, shown } from '../../parameters/InvalidParameter';
import { optionalText } from '../../parameters/text';
import type { Choice } from '../../sendAndWait/Question';

/** In the form of n8n's own nodes that send and wait. */
export const approvalOptionsProperty: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	default: {},
	displayOptions: { show: { responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					options: [
						{ name: 'Approve Only', value: 'single' },
						{ name: 'Approve and Disapprove', value: 'double' },
					],
					default: 'single',
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
			],
		},
	],
};

/** The buttons of a question for approval. */
export function readApprovalOptions(form: Form): Choice[] {
	const options = form.inside('approvalOptions');
	const labelOf = (name: string, byDefault: string) =>
		options.readFilled(name, optionalText)?.replace(/\s+/g, ' ').trim() ?? byDefault;
	const approve = { label: labelOf('approveLabel', 'Approve'), approved: true };
	const isSingle = options.readFilled('approvalType', oneOf('single', 'double')) === 'single';
	if (isSingle) return [approve];
	const decline = { label: labelOf('disapproveLabel', 'Decline'), approved: false };
	if (decline.label !== approve.label) return [approve, decline];
	const problem = `has two buttons called ${shown(approve.label)}`;
	throw new InvalidParameter(form.label('approvalOptions'), problem);
}
