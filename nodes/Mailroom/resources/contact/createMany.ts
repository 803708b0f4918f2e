import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { packBatches } from '../../execution/planBatches';
import { oneOf } from '../../parameters/choice';
import { customProperties } from '../../parameters/customProperties';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import type { Form } from '../../parameters/Form';
import { columnNames, listNames } from '../../parameters/listNames';
import { CONTACTS_PER_CALL, type ContactInput } from '../../service';
import { autoMap } from './autoMap';
import {
	avatarUrlProperty,
	customPropertiesNotice,
	customPropertiesProperty,
	emailProperty,
	languageCodeProperty,
	nameProperty,
	readOwnFields,
	userIdProperty,
} from './contactProperties';

// Create and upsert share this, as both are POST /contacts/create_many.

const dataModeProperty: INodeProperties = {
	displayName: 'Data Mode',
	name: 'dataMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Define Below',
			value: 'defineBelow',
			description: 'Set the value of each field of the contact',
		},
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description:
				"Look for incoming data that matches the contact's fields, by the names of columns",
			builderHint: {
				propertyHint:
					'Use it when each input item is a contact, such as a row of a spreadsheet or a submitted form. No Edit Fields node is needed before.',
			},
		},
	],
	default: 'defineBelow',
	description: 'How to map input data to contact fields',
};

const autoMapNotice: INodeProperties = {
	displayName:
		"These columns fill contact fields: Email, Name (or First Name and Last Name), User ID, Avatar URL, Language Code, Subscribed to Lists. All others become custom properties, which must be defined in the service's dashboard.",
	name: 'autoMapNotice',
	type: 'notice',
	default: '',
};

const columnsToIgnoreProperty: INodeProperties = {
	displayName: 'Columns to Ignore',
	name: 'columnsToIgnore',
	type: 'string',
	placeholder: 'e.g. row_number, Notes',
	// Google Sheets and other nodes of n8n add it to each row.
	default: 'row_number',
	description:
		'Comma-separated names of columns to skip. Case, spaces, hyphens and underscores are ignored.',
};

/**
 * The form of both operations.
 *
 * @param subscribedToLists as the operation words it
 * @param own fields of the operation that the other does not have, between "Avatar URL" and "Language Code" in the alphabet
 */
export function createManyProperties(
	subscribedToLists: INodeProperties,
	...own: INodeProperties[]
): INodeProperties[] {
	return [
		dataModeProperty,
		inDataMode('defineBelow', emailProperty),
		inDataMode('autoMapInputData', autoMapNotice),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Contact Field',
			default: {},
			options: [
				avatarUrlProperty,
				...own,
				languageCodeProperty,
				nameProperty,
				subscribedToLists,
				userIdProperty,
			],
		},
		inDataMode('defineBelow', customPropertiesNotice),
		inDataMode('defineBelow', customPropertiesProperty),
		inDataMode('autoMapInputData', columnsToIgnoreProperty),
	];
}

function inDataMode(mode: string, property: INodeProperties): INodeProperties {
	return { ...property, displayOptions: { show: { dataMode: [mode] } } };
}

/** The contact that an item describes, as the service takes it. */
export function readContact(form: Form): ContactInput {
	const additionalFields = form.inside('additionalFields');
	const additional = {
		...readOwnFields(additionalFields),
		subscribedToLists: additionalFields.read('subscribedToLists', listNames),
	};
	if (form.read('dataMode', oneOf('defineBelow', 'autoMapInputData')) === 'autoMapInputData') {
		const ignored = form.read('columnsToIgnore', columnNames);
		return { ...additional, ...autoMap(form.item.json(), ignored) };
	}
	return {
		email: form.read('email', emailAddress),
		...additional,
		customProperties: form.read('customProperties', customProperties),
	};
}

/** Up to 100 contacts in one request, no address twice. A rejected contact is found, and the others are kept. */
export const createMany: Pick<
	Operation<ContactInput>,
	'endpoint' | 'content' | 'output' | 'contactKey' | 'bulk'
> = {
	endpoint: { method: 'POST', url: '/contacts/create_many' },
	content: (contacts) => ({ body: { contacts } }),
	output: ({ email }) => ({ success: true, email }),
	contactKey: ({ email }) => contactKey(email),
	bulk: {
		plan: packBatches(CONTACTS_PER_CALL, ({ email }) => contactKey(email)),
		// 404 is a wrong address of the service here, not a contact that is wrong.
		isSplitWhenRejected: (_, status) => status !== 404,
		unitName: ({ email }) => email,
		unitNoun: 'contacts',
	},
};
