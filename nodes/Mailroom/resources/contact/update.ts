import type { IDataObject } from 'n8n-workflow';
import type { OperationRules } from '../../execution/Operation';
import { withRemoved } from '../../parameters/customProperties';
import { contactKey } from '../../parameters/emailAddress';
import { collectionField, field } from '../../parameters/Field';
import { propertyNames } from '../../parameters/listNames';
import type { ContactUpdate } from '../../service';
import { answerRecord } from '../../transport/answerData';
import * as fields from './contactFields';

const removeCustomProperties = field(
	{
		displayName: 'Remove Custom Properties',
		name: 'removeCustomProperties',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Property' },
		placeholder: 'e.g. plan',
		default: [],
		description: 'Names of custom properties to take away from the contact',
	},
	propertyNames,
);

const updateFields = collectionField(
	{ displayName: 'Update Fields', name: 'updateFields', placeholder: 'Add Field' },
	[
		fields.listsField({
			displayName: 'Add to Lists',
			name: 'addToLists',
			description: 'Mailing lists to subscribe the contact to',
		}),
		fields.avatarUrl,
		fields.languageCode,
		fields.name,
		removeCustomProperties,
		fields.listsField({
			displayName: 'Remove From Lists',
			name: 'removeFromLists',
			description: 'Mailing lists to take the contact off',
		}),
		fields.userId,
	],
);

export const contactUpdateFields = [fields.email, fields.customProperties, updateFields];

const NOTE = 'The contact may or may not have been updated; doing it again is harmless.';

/** Changes a contact; the call fails when there is none with this address. */
export const contactUpdate: OperationRules<ContactUpdate, IDataObject> = {
	effect: 'repeatable',
	inDoubtNote: NOTE,
	read: (parameters) => {
		const email = fields.email.read(parameters);
		const update = updateFields.read(parameters);
		return {
			email,
			userId: update.userId,
			avatarUrl: update.avatarUrl,
			name: update.name,
			languageCode: update.languageCode,
			addedListSubscripitons: update.addToLists,
			removedListSubscripitons: update.removeFromLists,
			customProperties: withRemoved(
				fields.customProperties.read(parameters),
				update.removeCustomProperties,
				removeCustomProperties.property.displayName,
			),
		};
	},
	content: ([update]) => ({ body: update }),
	result: (answer) => answerRecord(answer, NOTE),
	output: (_, contact) => contact,
	contactKey: ({ email }) => contactKey(email),
};
