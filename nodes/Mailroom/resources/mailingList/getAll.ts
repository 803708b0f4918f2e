import type { Operation } from '../../run/Operation';
import {
	readsAllPages,
	recordPagesProperties,
	recordQueryOf,
	type FetchedRecords,
	type RecordQuery,
} from '../recordPages';

export const mailingListGetAll: Operation<RecordQuery, FetchedRecords> = {
	value: 'getAll',
	form: {
		name: 'Get Many',
		action: 'Get many mailing lists',
		description: 'Retrieve mailing lists with subscriber counts',
		properties: recordPagesProperties,
		read: recordQueryOf('name'),
	},
	...readsAllPages('/lists'),
};
