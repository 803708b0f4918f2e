import type { INodeProperties } from 'n8n-workflow';
import { listsProperty as listsPropertyOf } from '../Mailroom/resources/contact/contactProperties';
import { EVENTS } from './events';

export const eventsProperty: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	options: [...EVENTS],
	default: [],
	required: true,
	description: 'What happens to contacts that the workflow begins with',
};

export const listsProperty: INodeProperties = {
	...listsPropertyOf({
		displayName: 'Lists',
		name: 'lists',
		description:
			'Mailing lists to watch. Leave empty to watch all except "important". Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	displayOptions: { show: { events: ['subscribed', 'unsubscribed'] } },
};

const costNotice: INodeProperties = {
	displayName:
		'Each poll reads all contacts, one request for 100 of them, because the service tells nobody what happens: with 10,000 contacts, poll every 15 minutes or less often.',
	name: 'costNotice',
	type: 'notice',
	default: '',
};

export const properties = [eventsProperty, listsProperty, costNotice];
