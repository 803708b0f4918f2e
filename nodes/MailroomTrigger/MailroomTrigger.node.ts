import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { getLists } from '../Mailroom/methods/dropDowns';
import { properties, subtitle } from './eventFilter';
import { poll } from './poll';

export class MailroomTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mailroom Trigger',
		name: 'mailroomTrigger',
		icon: { light: 'file:../../icons/mailroom.svg', dark: 'file:../../icons/mailroom.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		description:
			'Starts the workflow when contacts change, subscribe, unsubscribe or bounce. Mailroom also sends emails and newsletters.',
		activationMessage:
			'The first scan only stores your contacts. Later changes start the workflow.',
		defaults: { name: 'Mailroom Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mailroomApi', required: true }],
		hints: [
			{
				message:
					'Test events are samples, marked with "sample: true". Real changes arrive once the workflow is published.',
				type: 'info',
				location: 'outputPane',
				whenToDisplay: 'afterExecution',
			},
		],
		properties,
	};

	methods = { loadOptions: { getLists } };

	poll = poll;
}
