import type { Resource } from '../Resource';
import { contactCreate, contactCreateFields } from './create';
import { contactDelete, contactDeleteFields } from './delete';
import { contactGet, contactGetFields } from './get';
import { contactGetAll, contactGetAllFields } from './getAll';
import { contactUpdate, contactUpdateFields } from './update';
import { contactUpsert, contactUpsertFields } from './upsert';

export const contact: Resource = {
	resource: 'contact',
	name: 'Contact',
	defaultOperation: 'upsert',
	operations: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create contact',
			description: 'Add a contact; one that exists already is left as it is',
			method: 'POST',
			url: '/contacts/create_many',
			fields: contactCreateFields,
			rules: contactCreate,
		},
		{
			name: 'Create or Update',
			value: 'upsert',
			action: 'Create or update contact',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			method: 'POST',
			url: '/contacts/create_many',
			fields: contactUpsertFields,
			rules: contactUpsert,
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete contact',
			description: 'Delete a contact permanently. This cannot be undone.',
			method: 'POST',
			url: '/contacts/delete',
			fields: contactDeleteFields,
			rules: contactDelete,
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get contact',
			description: 'Find a contact by email address',
			method: 'GET',
			url: '/contacts/find',
			fields: contactGetFields,
			rules: contactGet,
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many contacts',
			description: 'List the contacts of the project',
			method: 'GET',
			url: '/contacts',
			fields: contactGetAllFields,
			rules: contactGetAll,
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update contact',
			description: 'Change a contact that exists, its properties and its lists',
			method: 'PATCH',
			url: '/contacts/update',
			fields: contactUpdateFields,
			rules: contactUpdate,
		},
	],
};
