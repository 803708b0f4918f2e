import type { INodeProperties } from 'n8n-workflow';
import { declarativeRouting } from '../../execution/declarativeRouting';
import { contactCreate, contactCreateFields } from './create';
import { contactDelete, contactDeleteFields } from './delete';
import { contactGet, contactGetFields } from './get';
import { contactGetAll, contactGetAllFields } from './getAll';
import { contactUpdate, contactUpdateFields } from './update';
import { contactUpsert, contactUpsertFields } from './upsert';

export const contactOperations = {
	create: contactCreate,
	upsert: contactUpsert,
	delete: contactDelete,
	get: contactGet,
	getAll: contactGetAll,
	update: contactUpdate,
};

export const contactDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['contact'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create contact',
				description: 'Add a contact; one that exists already is left as it is',
				routing: declarativeRouting(contactCreate),
			},
			{
				name: 'Create or Update',
				value: 'upsert',
				action: 'Create or update contact',
				description: 'Create a new record, or update the current one if it already exists (upsert)',
				routing: declarativeRouting(contactUpsert),
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete contact',
				description: 'Delete a contact permanently',
				routing: declarativeRouting(contactDelete),
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get contact',
				description: 'Find a contact by email address',
				routing: declarativeRouting(contactGet),
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many contacts',
				description: 'List the contacts of the project',
				routing: declarativeRouting(contactGetAll),
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update contact',
				description: 'Change a contact that exists, its properties and its lists',
				routing: declarativeRouting(contactUpdate),
			},
		],
		default: 'upsert',
	},
	...contactCreateFields,
	...contactUpsertFields,
	...contactDeleteFields,
	...contactGetFields,
	...contactGetAllFields,
	...contactUpdateFields,
];
