import type { INodeProperties } from 'n8n-workflow';
import { declarativeRouting } from '../../execution/declarativeRouting';
import { portalSessionCreate, portalSessionCreateFields } from './create';

export const portalSessionOperations = { create: portalSessionCreate };

export const portalSessionDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['portalSession'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create portal session',
				description: 'Create a link under which a contact manages their own subscriptions',
				routing: declarativeRouting(portalSessionCreate),
			},
		],
		default: 'create',
	},
	...portalSessionCreateFields,
];
