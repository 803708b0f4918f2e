import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { contactKey } from '../../parameters/emailAddress';
import { collection } from '../../parameters/ItemParameters';
import { optionalBoolean } from '../../parameters/boolean';
import type { ContactInput } from '../../service';
import * as fields from './contactFields';
import { contactInput } from './contactInput';
import { contactsPerCall } from './contactsPerCall';

const showOnlyForContactUpsert = { resource: ['contact'], operation: ['upsert'] };

export const contactUpsertFields: INodeProperties[] = [
	{ ...fields.emailField, displayOptions: { show: showOnlyForContactUpsert } },
	{ ...fields.customPropertiesField, displayOptions: { show: showOnlyForContactUpsert } },
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: { show: showOnlyForContactUpsert },
		options: [
			fields.avatarUrlField,
			{
				displayName: 'Ignore Lists When Updating',
				name: 'ignoreListSubscriptionsWhenUpdating',
				type: 'boolean',
				default: true,
				description:
					'Whether to leave the subscriptions of a contact that exists already as they are, so that nobody is put back on a list they have left',
			},
			fields.languageCodeField,
			fields.nameField,
			fields.subscribedToListsField,
			fields.userIdField,
		],
	},
];

/** Adds a contact, or updates the one that has this address. */
export const contactUpsert: Operation<ContactInput> = {
	request: { method: 'POST', url: '/contacts/create_many' },
	effect: 'repeatable',
	inDoubtNote:
		'The contact may or may not have been created or updated; doing it again is harmless.',
	read: (parameters) => {
		const fields = collection(parameters, 'additionalFields');
		return {
			...contactInput(parameters, fields),
			updateIfExists: true,
			ignoreListSubscriptionsWhenUpdating: optionalBoolean(
				fields.ignoreListSubscriptionsWhenUpdating,
				'Ignore Lists When Updating',
			),
		};
	},
	content: (contacts) => ({ body: { contacts } }),
	output: ({ email }) => ({ success: true, email }),
	contactKey: ({ email }) => contactKey(email),
	bulk: contactsPerCall,
};
