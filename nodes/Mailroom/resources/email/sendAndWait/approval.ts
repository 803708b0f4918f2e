import type { INodeProperties } from 'n8n-workflow';
import { isTool } from '../../../run/NodeCall';
import { oneOf, orElse } from '../../../parameters/choice';
import type { Form } from '../../../parameters/Form';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { requiredText } from '../../../parameters/text';
import { shown } from '../../../wording';
import type { Choice, Question } from './Question';

/** As in n8n's own nodes that send and wait. */
export const approvalOptionsProperty: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Approval Option',
	default: {},
	displayOptions: { show: { responseType: ['approval', 'approvalWithText'] } },
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
						{ name: 'Approve and Decline', value: 'double' },
						{ name: 'Approve Only', value: 'single' },
					],
					default: 'double',
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: 'Approve',
				},
				{
					displayName: 'Decline Button Label',
					name: 'disapproveLabel',
					type: 'string',
					displayOptions: { show: { approvalType: ['double'] } },
					default: 'Decline',
				},
			],
		},
	],
};

export const afterDeclineProperty: INodeProperties = {
	displayName: 'After Decline or Time Limit',
	name: 'afterDecline',
	type: 'options',
	options: [
		{
			name: 'Continue',
			value: 'continue',
			description: 'Output an item in which data.approved is false',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Output no items, so nothing after this node runs. This also ends a loop.',
		},
	],
	default: 'stop',
	displayOptions: {
		show: { responseType: ['approval', 'approvalWithText'] },
		// In AI tools, the model learns of the decline.
		hide: { '@tool': [true] },
	},
};

export function readApprovalOptions(form: Form): Choice[] {
	const options = form.inside('approvalOptions');
	const labelOf = (name: string, byDefault: string) =>
		options.readFilled(name, orElse(requiredText, byDefault)).replace(/\s+/g, ' ').trim();
	const approve = { label: labelOf('approveLabel', 'Approve'), approved: true };
	const type = options.readFilled('approvalType', orElse(oneOf('single', 'double'), 'double'));
	if (type === 'single') return [approve];
	const decline = { label: labelOf('disapproveLabel', 'Decline'), approved: false };
	if (decline.label !== approve.label) return [approve, decline];
	const problem = `has two buttons called ${shown(approve.label)}`;
	throw new InvalidParameter(form.label('approvalOptions'), problem, 'Change one');
}

/** @throws InvalidParameter if n8n would continue where the node is to stop */
export function readAfterDecline(form: Form): Question['afterDecline'] {
	const node = form.run.context.getNode();
	// The field is hidden there.
	if (isTool(node)) return 'continue';
	const chosen = form.readFilled('afterDecline', orElse(oneOf('stop', 'continue'), 'stop'));
	if (chosen === 'continue' || !node.alwaysOutputData) return chosen;
	throw new InvalidParameter(
		form.label('afterDecline'),
		'is Stop, but the node\'s setting "Always Output Data" would run the next nodes without an approval',
		'Turn off "Always Output Data" in the Settings tab, or set "After Decline or Time Limit" to Continue',
	);
}
