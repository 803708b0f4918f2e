import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { customProperties } from '../../parameters/customProperties';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import type { Form } from '../../parameters/Form';
import { InvalidParameter, shown } from '../../parameters/InvalidParameter';
import { listNames } from '../../parameters/listNames';
import type { ContactUpdate } from '../../service';
import { responseRecord } from '../../transport/responseData';
import {
	contactFieldsProperty,
	customPropertiesProperties,
	emailProperty,
	listsProperty,
	namesProperty,
	readOwnFields,
} from './contactProperties';

const NOTE = 'The contact may or may not have been updated; doing it again is harmless.';

const fieldProperties = [
	listsProperty({
		displayName: 'Add to Lists',
		name: 'addToLists',
		description:
			'Mailing lists to subscribe the contact to. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
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
];

export const contactUpdate: Operation<ContactUpdate, IDataObject> = {
	name: 'Update',
	value: 'update',
	action: 'Update contact',
	description: "Update a contact's fields, properties and lists",
	endpoint: { method: 'PATCH', url: '/contacts/update' },
	properties: [
		emailProperty,
		contactFieldsProperty({ displayName: 'Update Fields', name: 'updateFields' }, fieldProperties),
		...customPropertiesProperties,
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
	const set = form.read('customProperties', customProperties);
	const removed = fields.read('removeCustomProperties', listNames);
	const addedLists = fields.read('addToLists', listNames);
	const removedLists = fields.read('removeFromLists', listNames);
	const labels = [form.label('customProperties'), fields.label('removeCustomProperties')];
	assertDistinct(Object.keys(set ?? {}), removed, labels);
	const listLabels = [fields.label('addToLists'), fields.label('removeFromLists')];
	assertDistinct(addedLists, removedLists, listLabels);
	return {
		...readOwnFields(fields),
		addedListSubscripitons: addedLists,
		removedListSubscripitons: removedLists,
		customProperties: removed
			? { ...set, ...Object.fromEntries(removed.map((name) => [name, null])) }
			: set,
	};
}

/** @param labels of both fields */
function assertDistinct(set: string[] = [], removed: string[] = [], labels: string[]): void {
	const both = removed.find((name) => set.includes(name));
	if (both === undefined) return;
	const problem = `names ${shown(both)}, which is also in "${labels[0]}"`;
	throw new InvalidParameter(labels[1], problem, 'Choose one of the two');
}
