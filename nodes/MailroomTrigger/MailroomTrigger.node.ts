import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { getLists } from '../Mailroom/resources/dropDowns';
import { properties, subtitle } from './eventFilter';
import { poll } from './poll';

/** Read by n8n's assistants when they look for a node. */
const searchHint = [
	'Starts a workflow when contacts of IndiePitcher are added, changed or removed, join or leave a mailing list, or bounce. It polls, so changes arrive late by up to an interval.',
	'All changes of a poll are items of one execution: no loop is needed for Mailroom nodes after it, apart from sendAndWait.',
	'Test events are made-up samples with sample: true. Drop them with a Filter before a node that changes something.',
].join(' ');

const relatedNodes = [
	{
		nodeType: 'n8n-nodes-mailroom.mailroom',
		relationHint: 'Updates, deletes or emails the contacts of the events',
	},
	{
		nodeType: 'n8n-nodes-base.filter',
		relationHint: 'Drops test events, and events of other lists',
	},
];

export class MailroomTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mailroom Trigger',
		name: 'mailroomTrigger',
		icon: { light: 'file:../../icons/mailroom.svg', dark: 'file:../../icons/mailroom.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		description:
			'Starts the workflow when contacts of IndiePitcher change, subscribe, unsubscribe or bounce. Mailroom also sends emails and newsletters.',
		activationMessage:
			'The first scan only stores your contacts. Later changes start the workflow.',
		defaults: { name: 'Mailroom Trigger' },
		builderHint: { searchHint, relatedNodes },
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
