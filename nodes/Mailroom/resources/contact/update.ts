import type { INodeProperties } from 'n8n-workflow';
import { answerRecord } from '../../transport/answerData';
import type { Operation } from '../../execution/Operation';
import { customProperties, withRemoved } from '../../parameters/customProperties';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import { collection } from '../../parameters/ItemParameters';
import { listNames, propertyNames } from '../../parameters/listNames';
import { optionalText } from '../../parameters/text';
import { optionalWebAddress } from '../../parameters/webAddress';
import type { ContactUpdate } from '../../service';
import * as fields from './contactFields';

const showOnlyForContactUpdate = { resource: ['contact'], operation: ['update'] };

export const contactUpdateFields: INodeProperties[] = [
	{ ...fields.emailField, displayOptions: { show: showOnlyForContactUpdate } },
	{ ...fields.customPropertiesField, displayOptions: { show: showOnlyForContactUpdate } },
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: { show: showOnlyForContactUpdate },
		options: [
			fields.listsField({
				displayName: 'Add to Lists',
				name: 'addToLists',
				description: 'Mailing lists to subscribe the contact to',
			}),
			fields.avatarUrlField,
			fields.languageCodeField,
			fields.nameField,
			{
				displayName: 'Remove Custom Properties',
				name: 'removeCustomProperties',
				type: 'string',
				typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Property' },
				placeholder: 'e.g. plan',
				default: [],
				description: 'Names of custom properties to take away from the contact',
			},
			fields.listsField({
				displayName: 'Remove From Lists',
				name: 'removeFromLists',
				description: 'Mailing lists to take the contact off',
			}),
			fields.userIdField,
		],
	},
];

const NOTE = 'The contact may or may not have been updated; doing it again is harmless.';

/** Changes a contact; the call fails when there is none with this address. */
export const contactUpdate: Operation<ContactUpdate> = {
	request: { method: 'PATCH', url: '/contacts/update' },
	effect: 'repeatable',
	inDoubtNote: NOTE,
	read: (parameters) => {
		const update = collection(parameters, 'updateFields');
		return {
			email: emailAddress(parameters.value('email'), 'Email'),
			userId: optionalText(update.userId, 'User ID'),
			avatarUrl: optionalWebAddress(update.avatarUrl, 'Avatar URL'),
			name: optionalText(update.name, 'Name'),
			languageCode: optionalText(update.languageCode, 'Language Code'),
			addedListSubscripitons: listNames(update.addToLists, 'Add to Lists'),
			removedListSubscripitons: listNames(update.removeFromLists, 'Remove From Lists'),
			customProperties: withRemoved(
				customProperties(parameters.value('customProperties'), 'Custom Properties'),
				propertyNames(update.removeCustomProperties, 'Remove Custom Properties'),
				'Remove Custom Properties',
			),
		};
	},
	content: ([update]) => ({ body: update }),
	output: (_, answer) => answerRecord(answer, NOTE),
	contactKey: ({ email }) => contactKey(email),
};
