import type { Resource } from '../Resource';
import { sendAndWait, sendAndWaitFields } from './sendAndWait';
import { sendToContacts, sendToContactsFields } from './sendToContacts';
import { sendToList, sendToListFields } from './sendToList';
import { sendTransactional, sendTransactionalFields } from './sendTransactional';

export const email: Resource = {
	resource: 'email',
	name: 'Email',
	defaultOperation: 'sendTransactional',
	operations: [
		{
			name: 'Send and Wait for Response',
			value: 'sendAndWait',
			action: 'Send email and wait for response',
			description: 'Ask somebody by email, and go on when they have answered',
			method: 'POST',
			url: '/email/transactional',
			fields: sendAndWaitFields,
			rules: sendAndWait,
		},
		{
			name: 'Send to Contacts',
			value: 'sendToContacts',
			action: 'Send email to contacts',
			description: 'Send a personalized email to contacts who are on a mailing list',
			method: 'POST',
			url: '/email/contact',
			fields: sendToContactsFields,
			rules: sendToContacts,
		},
		{
			name: 'Send to List',
			value: 'sendToList',
			action: 'Send email to list',
			description: 'Send a personalized email, such as a newsletter, to a whole mailing list',
			method: 'POST',
			url: '/email/list',
			fields: sendToListFields,
			rules: sendToList,
		},
		{
			name: 'Send Transactional',
			value: 'sendTransactional',
			action: 'Send transactional email',
			description: 'Send an email to any address, such as a receipt or a notification',
			method: 'POST',
			url: '/email/transactional',
			fields: sendTransactionalFields,
			rules: sendTransactional,
		},
	],
};
