import type { INodePropertyOptions } from 'n8n-workflow';

/** The changes that the trigger can notice, in the order of the form. */
export const EVENTS = [
	{ name: 'Contact Added', value: 'contactAdded', description: 'A contact was added' },
	{
		name: 'Contact Removed',
		value: 'contactRemoved',
		description: 'A contact was removed. Stores all contact addresses in the workflow.',
	},
	{
		name: 'Contact Updated',
		value: 'contactUpdated',
		description: "A contact's name, user ID, picture, language or custom property changed",
	},
	{ name: 'Hard Bounced', value: 'bounced', description: "A contact's address hard-bounced" },
	{
		name: 'Subscribed',
		value: 'subscribed',
		description: 'A contact joined a mailing list, including new contacts',
	},
	{
		name: 'Unsubscribed',
		value: 'unsubscribed',
		description: 'A contact left a mailing list or was removed from it',
	},
] as const satisfies INodePropertyOptions[];

export type EventName = (typeof EVENTS)[number]['value'];
