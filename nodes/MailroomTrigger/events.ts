import type { INodePropertyOptions } from 'n8n-workflow';

/** The changes that the trigger can notice, in the order of the form. */
export const EVENTS = [
	{
		name: 'Contact Added',
		value: 'contactAdded',
		description: 'A contact is there that was not there before',
	},
	{
		name: 'Contact Removed',
		value: 'contactRemoved',
		description:
			'A contact is gone. The addresses of all contacts are then kept in the workflow, which makes it larger.',
	},
	{
		name: 'Contact Updated',
		value: 'contactUpdated',
		description:
			'The name, user ID, picture, language or a custom property of a contact has changed',
	},
	{
		name: 'Hard Bounced',
		value: 'bounced',
		description: 'An email to the contact came back for good',
	},
	{
		name: 'Subscribed',
		value: 'subscribed',
		description: 'A contact is on a mailing list on which it was not before, new contacts too',
	},
	{
		name: 'Unsubscribed',
		value: 'unsubscribed',
		description: 'A contact has left a mailing list, or was taken off',
	},
] as const satisfies INodePropertyOptions[];

export type EventName = (typeof EVENTS)[number]['value'];
