import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { customProperties } from '../../parameters/customProperties';
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
	namesProperty,
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
						'Mailing lists to subscribe the contact to. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				}),
				avatarUrlProperty,
				languageCodeProperty,
				nameProperty,
				namesProperty('getCustomProperties', {
					displayName: 'Remove Custom Properties',
					name: 'removeCustomProperties',
					description:
						'Custom properties to remove. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					hint: 'The list shows the properties of the first 100 contacts',
				}),
				listsProperty({
					displayName: 'Remove From Lists',
					name: 'removeFromLists',
					description:
						'Mailing lists to unsubscribe the contact from. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
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
	const properties = form.read('customProperties', customProperties);
	const removed = fields.read('removeCustomProperties', propertyNames);
	const label = form.label('customProperties');
	assertInOne(
		Object.keys(properties ?? {}),
		label,
		removed,
		fields.label('removeCustomProperties'),
	);
	const lists = fields.read('addToLists', listNames);
	const listsToLeave = fields.read('removeFromLists', listNames);
	assertInOne(lists, fields.label('addToLists'), listsToLeave, fields.label('removeFromLists'));
	return {
		...readOwnFields(fields),
		addedListSubscripitons: lists,
		removedListSubscripitons: listsToLeave,
		customProperties: removed
			? { ...properties, ...Object.fromEntries(removed.map((name) => [name, null])) }
			: properties,
	};
}

/** Refuses a name that is both to be set and to be removed. */
function assertInOne(set: Names, setLabel: string, removed: Names, removedLabel: string): void {
	const both = removed?.find((name) => set?.includes(name));
	if (both === undefined) return;
	const problem = `names ${shown(both)}, which is also in "${setLabel}"`;
	throw new InvalidParameter(removedLabel, problem, 'Choose one of the two');
}

type Names = string[] | undefined;
