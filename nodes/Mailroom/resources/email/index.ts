import type { INodeProperties } from 'n8n-workflow';
import { declarativeRouting } from '../../execution/declarativeRouting';
import { sendToContacts, sendToContactsFields } from './sendToContacts';
import { sendToList, sendToListFields } from './sendToList';
import { sendTransactional, sendTransactionalFields } from './sendTransactional';

export const emailOperations = { sendToContacts, sendToList, sendTransactional };

export const emailDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['email'] } },
		options: [
			{
				name: 'Send to Contacts',
				value: 'sendToContacts',
				action: 'Send email to contacts',
				description: 'Send a personalized email to contacts who are on a mailing list',
				routing: declarativeRouting(sendToContacts),
			},
			{
				name: 'Send to List',
				value: 'sendToList',
				action: 'Send email to list',
				description: 'Send a personalized email, such as a newsletter, to a whole mailing list',
				routing: declarativeRouting(sendToList),
			},
			{
				name: 'Send Transactional',
				value: 'sendTransactional',
				action: 'Send transactional email',
				description: 'Send an email to any address, such as a receipt or a notification',
				routing: declarativeRouting(sendTransactional),
			},
		],
		default: 'sendTransactional',
	},
	...sendToContactsFields,
	...sendToListFields,
	...sendTransactionalFields,
];
