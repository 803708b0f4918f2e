import type { INodeProperties } from 'n8n-workflow';
import { declarativeRouting } from '../../execution/declarativeRouting';
import { mailingListGetAll, mailingListGetAllFields } from './getAll';

export const mailingListOperations = { getAll: mailingListGetAll };

export const mailingListDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['mailingList'] } },
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many mailing lists',
				description: 'List the mailing lists with their titles and numbers of subscribers',
				routing: declarativeRouting(mailingListGetAll),
			},
		],
		default: 'getAll',
	},
	...mailingListGetAllFields,
];
