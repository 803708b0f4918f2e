import { recordPages, recordPagesFields } from '../recordPages';
import type { Resource } from '../Resource';

export const mailingList: Resource = {
	resource: 'mailingList',
	name: 'Mailing List',
	defaultOperation: 'getAll',
	operations: [
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many mailing lists',
			description: 'List the mailing lists with their titles and numbers of subscribers',
			method: 'GET',
			url: '/lists',
			fields: recordPagesFields,
			rules: recordPages({ identity: 'name' }),
		},
	],
};
