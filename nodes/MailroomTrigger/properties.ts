import type { INodeProperties } from 'n8n-workflow';
import { listsField } from '../Mailroom/resources/contact/contactFields';
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

export const listsProperty: INodeProperties = listsField({
	displayName: 'Lists',
	name: 'lists',
	description: 'Only these mailing lists count. When left empty, every list does but "important"',
}).shownFor({ events: ['subscribed', 'unsubscribed'] });

const costNotice: INodeProperties = {
	displayName:
		'Each poll reads all contacts, one request for 100 of them, because the service tells nobody what happens: with 10,000 contacts, poll every 15 minutes or less often.',
	name: 'costNotice',
	type: 'notice',
	default: '',
};

export const properties = [eventsProperty, listsProperty, costNotice];
