import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../run/Operation';
import { readOwnFields } from '../../parameters/contactFields';
import { customProperties } from '../../parameters/customProperties';
import { contactKey, storedAddress } from '../../parameters/emailAddress';
import type { Form } from '../../parameters/Form';
import type { Reader } from '../../parameters/Reader';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { listNames } from '../../parameters/text';
import { shown } from '../../wording';
import type { ContactUpdate } from '../../service';
import {
	contactFieldsProperty,
	customPropertiesWithNotice,
	emailProperty,
	namesProperty,
} from './contactForm';
import { customPropertiesAdvice } from './customPropertiesAdvice';
import { contactInResponse } from './contactInResponse';

export const contactUpdate: Operation<ContactUpdate, IDataObject> = {
	value: 'update',
	form: {
		name: 'Update',
		action: 'Update contact',
		description: "Update a contact's fields, properties and lists",
		properties: [
			emailProperty,
			contactFieldsProperty({ displayName: 'Update Fields', name: 'updateFields' }, [
				namesProperty({
					displayName: 'Add to Lists',
					name: 'addToLists',
					description: 'Mailing lists to subscribe the contact to',
				}),
				namesProperty(
					{
						displayName: 'Remove Custom Properties',
						name: 'removeCustomProperties',
						description: 'Custom properties to remove',
						hint: 'The drop-down shows the properties of the first 100 contacts',
					},
					'getCustomProperties',
				),
				namesProperty({
					displayName: 'Remove From Lists',
					name: 'removeFromLists',
					description: 'Mailing lists to unsubscribe the contact from',
				}),
			]),
			...customPropertiesWithNotice('Update Fields'),
		],
		read: (form) => {
			const email = form.read('email', storedAddress);
			const changes = readChanges(form);
			if (Object.values(changes).some((value) => value !== undefined)) return { email, ...changes };
			throw new InvalidParameter(
				form.label('updateFields'),
				`and "${form.label('customProperties')}" are empty, so there is nothing to update`,
				'Fill in at least one field of the contact',
			);
		},
	},
	wire: {
		endpoint: { method: 'PATCH', url: '/contacts/update' },
		idempotency: 'idempotent',
		doubtTexts: {
			problem: 'The contact may or may not have been updated',
			advice: 'It is safe to update it again.',
		},
		notFoundMeans: 'noContact',
		rejectionAdvice: customPropertiesAdvice,
		requestOf: ([update]) => ({ body: update }),
		result: contactInResponse,
		contactKey: ({ email }) => contactKey(email),
	},
	report: {
		doneWord: 'saved',
		output: (_, contact) => contact,
	},
};

function readChanges(form: Form): Omit<ContactUpdate, 'email'> {
	const fields = form.inside('updateFields');
	const set = form.read('customProperties', customProperties);
	const notSet = namesNotIn(Object.keys(set ?? {}), form.label('customProperties'));
	const removed = fields.read('removeCustomProperties', notSet);
	const addedLists = fields.read('addToLists', listNames);
	const notAdded = namesNotIn(addedLists, fields.label('addToLists'));
	return {
		...readOwnFields(fields),
		addedListSubscripitons: addedLists,
		removedListSubscripitons: fields.read('removeFromLists', notAdded),
		customProperties: removed
			? { ...set, ...Object.fromEntries(removed.map((name) => [name, null])) }
			: set,
	};
}

function namesNotIn(others: string[] = [], otherLabel: string): Reader<string[] | undefined> {
	return (value, label) => {
		const names = listNames(value, label);
		const both = names?.find((name) => others.includes(name));
		if (both === undefined) return names;
		const problem = `contains ${shown(both)}, which is also in "${otherLabel}"`;
		throw new InvalidParameter(label, problem, 'Remove it from one of the two');
	};
}
