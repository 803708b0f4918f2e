import type { INodePropertyOptions } from 'n8n-workflow';
import { fieldsBesideName } from '../Mailroom/parameters/contactFields';

const watched = fieldsBesideName.map(({ watchedAs }) => watchedAs).join(', ');

export const EVENTS = [
	{ name: 'Contact Added', value: 'contactAdded' },
	{
		name: 'Contact Removed',
		value: 'contactRemoved',
		description:
			'A contact was removed. Addresses become readable for anyone who can open the workflow.',
	},
	{
		name: 'Contact Updated',
		value: 'contactUpdated',
		description: `A contact's name, ${watched} or custom property changed`,
	},
	{
		name: 'Hard Bounced',
		value: 'bounced',
		description: "Email to a contact can't be delivered",
	},
	{
		name: 'Subscribed',
		value: 'subscribed',
		description: 'A contact, new or not, joined a mailing list',
	},
	{
		name: 'Unsubscribed',
		value: 'unsubscribed',
		description: 'A contact left a mailing list or was removed from it',
	},
] as const satisfies INodePropertyOptions[];

export type EventName = (typeof EVENTS)[number]['value'];
