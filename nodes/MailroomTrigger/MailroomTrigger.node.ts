import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { getLists } from '../Mailroom/methods/dropDowns';
import { properties } from './eventFilter';
import { poll } from './poll';

export class MailroomTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mailroom Trigger',
		name: 'mailroomTrigger',
		icon: { light: 'file:../../icons/mailroom.svg', dark: 'file:../../icons/mailroom.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ [$parameter["events"]].flat().join(", ") }}',
		// n8n also shows this description for the other node.
		description: 'Send emails and newsletters, manage contacts, and react to their changes',
		defaults: { name: 'Mailroom Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mailroomApi', required: true }],
		properties,
	};

	methods = { loadOptions: { getLists } };

	poll = poll;
}
