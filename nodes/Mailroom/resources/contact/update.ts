import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { customProperties, withRemoved } from '../../parameters/customProperties';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import type { Form } from '../../parameters/Form';
import { InvalidParameter, shown } from '../../parameters/InvalidParameter';
import { listNames, propertyNames } from '../../parameters/listNames';
import type { ContactUpdate } from '../../service';
import { responseRecord } from '../../transport/responseData';
import {
	avatarUrlProperty,
	customPropertiesNotice,
	customPropertiesProperty,
	emailProperty,
	languageCodeProperty,
	listsProperty,
	nameProperty,
	readOwnFields,
	userIdProperty,
} from './contactProperties';

const NOTE = 'The contact may or may not have been updated; doing it again is harmless.';

/** Changes a contact; the request fails when there is none with this address. */
export const contactUpdate: Operation<ContactUpdate, IDataObject> = {
	name: 'Update',
	value: 'update',
	action: 'Update contact',
	description: "Update a contact's fields, properties and lists",
	endpoint: { method: 'PATCH', url: '/contacts/update' },
	properties: [
		emailProperty,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Contact Field',
			default: {},
			options: [
				listsProperty({
					displayName: 'Add to Lists',
					name: 'addToLists',
					description:
						'Mailing lists to subscribe the contact to. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				}),
				avatarUrlProperty,
				languageCodeProperty,
				nameProperty,
				{
					displayName: 'Remove Custom Properties',
					name: 'removeCustomProperties',
					type: 'multiOptions',
					typeOptions: { loadOptionsMethod: 'getCustomProperties' },
					default: [],
					description:
						'Custom properties to remove. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					hint: 'The list shows the properties of the first 100 contacts',
				},
				listsProperty({
					displayName: 'Remove From Lists',
					name: 'removeFromLists',
					description:
						'Mailing lists to unsubscribe the contact from. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				}),
				userIdProperty,
			],
		},
		customPropertiesNotice,
		customPropertiesProperty,
	],
	idempotency: 'idempotent',
	inDoubtNote: NOTE,
	read: (form) => {
		const email = form.read('email', emailAddress);
		const changes = readChanges(form);
		if (Object.values(changes).some((value) => value !== undefined)) return { email, ...changes };
		throw new InvalidParameter(
			form.label('updateFields'),
			`and "${form.label('customProperties')}" are empty, so there is nothing to update`,
			'Fill in at least one field of the contact',
		);
	},
	content: ([update]) => ({ body: update }),
	result: (response) => responseRecord(response, NOTE),
	output: (_, contact) => contact,
	contactKey: ({ email }) => contactKey(email),
};

function readChanges(form: Form): Omit<ContactUpdate, 'email'> {
	const fields = form.inside('updateFields');
	const removed = fields.read('removeCustomProperties', propertyNames);
	return {
		...readOwnFields(fields),
		...readLists(fields),
		customProperties: withRemoved(form.read('customProperties', customProperties), removed, {
			set: form.label('customProperties'),
			removed: fields.label('removeCustomProperties'),
		}),
	};
}

function readLists(fields: Form) {
	const added = fields.read('addToLists', listNames);
	const removed = fields.read('removeFromLists', listNames);
	const both = removed?.find((list) => added?.includes(list));
	if (both !== undefined) {
		throw new InvalidParameter(
			fields.label('removeFromLists'),
			`names the list ${shown(both)}, which is also in "${fields.label('addToLists')}"`,
			'Choose one of the two',
		);
	}
	return { addedListSubscripitons: added, removedListSubscripitons: removed };
}
