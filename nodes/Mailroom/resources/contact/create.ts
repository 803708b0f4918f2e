import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { contactKey } from '../../parameters/emailAddress';
import type { ContactInput } from '../../service';
import * as fields from './contactFields';
import { contactInput } from './contactInput';
import { contactsPerCall } from './contactsPerCall';

const showOnlyForContactCreate = { resource: ['contact'], operation: ['create'] };

export const contactCreateFields: INodeProperties[] = [
	{ ...fields.emailField, displayOptions: { show: showOnlyForContactCreate } },
	{ ...fields.customPropertiesField, displayOptions: { show: showOnlyForContactCreate } },
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: { show: showOnlyForContactCreate },
		options: [
			fields.avatarUrlField,
			fields.languageCodeField,
			fields.nameField,
			fields.subscribedToListsField,
			fields.userIdField,
		],
	},
];

/** Adds a contact. One that exists already is left as it is: this operation never asks for an update. */
export const contactCreate: Operation<ContactInput> = {
	request: { method: 'POST', url: '/contacts/create_many' },
	effect: 'once',
	inDoubtNote:
		'The contact may or may not have been created; look for it before you create it again.',
	read: (parameters) => contactInput(parameters),
	content: (contacts) => ({ body: { contacts } }),
	output: ({ email }) => ({ success: true, email }),
	contactKey: ({ email }) => contactKey(email),
	bulk: contactsPerCall,
};
