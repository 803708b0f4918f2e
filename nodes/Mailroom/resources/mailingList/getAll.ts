import type { Operation } from '../../run/Operation';
import { recordPages, recordPagesProperties, type FetchedRecords } from '../recordPages';

export const mailingListGetAll: Operation<unknown, FetchedRecords> = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many mailing lists',
	description: 'Retrieve mailing lists with subscriber counts',
	endpoint: { method: 'GET', url: '/lists' },
	properties: recordPagesProperties,
	...recordPages('name'),
};
