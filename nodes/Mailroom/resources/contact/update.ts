import type { IDataObject } from 'n8n-workflow';
import type { OperationRules } from '../../execution/Operation';
import { withRemoved } from '../../parameters/customProperties';
import { contactKey } from '../../parameters/emailAddress';
import { collectionField } from '../../parameters/Field';
import { InvalidParameter, shown } from '../../parameters/InvalidParameter';
import type { ItemParameters } from '../../parameters/ItemParameters';
import { propertyNames } from '../../parameters/listNames';
import type { ContactUpdate } from '../../service';
import { responseRecord } from '../../transport/responseData';
import * as fields from './contactFields';

const removeCustomProperties = fields.namesField(
	{
		displayName: 'Remove Custom Properties',
		name: 'removeCustomProperties',
		description:
			'Custom properties to take away from the contact. The list names those that the first 100 contacts have',
	},
	'getCustomProperties',
	propertyNames,
);

const addToLists = fields.listsField({
	displayName: 'Add to Lists',
	name: 'addToLists',
	description: 'Mailing lists to subscribe the contact to',
});

const removeFromLists = fields.listsField({
	displayName: 'Remove From Lists',
	name: 'removeFromLists',
	description: 'Mailing lists to take the contact off',
});

const updateFields = collectionField(
	{ displayName: 'Update Fields', name: 'updateFields', placeholder: fields.ADD_FIELD },
	[
		addToLists,
		fields.avatarUrl,
		fields.languageCode,
		fields.name,
		removeCustomProperties,
		removeFromLists,
		fields.userId,
	],
);

export const contactUpdateFields = [
	fields.email,
	updateFields,
	fields.customPropertiesNotice,
	fields.customProperties,
];

const NOTE = 'The contact may or may not have been updated; doing it again is harmless.';

/** Changes a contact; the call fails when there is none with this address. */
export const contactUpdate: OperationRules<ContactUpdate, IDataObject> = {
	idempotency: 'idempotent',
	inDoubtNote: NOTE,
	read: (parameters) => {
		const email = fields.email.read(parameters);
		const changes = changesOf(parameters);
		if (Object.values(changes).every((value) => value === undefined)) throw nothingToChange();
		return { email, ...changes };
	},
	content: ([update]) => ({ body: update }),
	result: (answer) => responseRecord(answer, NOTE),
	output: (_, contact) => contact,
	contactKey: ({ email }) => contactKey(email),
};

function changesOf(parameters: ItemParameters): Omit<ContactUpdate, 'email'> {
	const update = updateFields.read(parameters);
	refuseListInBoth(update);
	return {
		userId: update.userId,
		avatarUrl: update.avatarUrl,
		name: update.name,
		languageCode: update.languageCode,
		addedListSubscripitons: update.addToLists,
		removedListSubscripitons: update.removeFromLists,
		customProperties: withRemoved(
			fields.customProperties.read(parameters),
			update.removeCustomProperties,
			{
				set: fields.customProperties.property.displayName,
				removed: removeCustomProperties.property.displayName,
			},
		),
	};
}

function refuseListInBoth(lists: { addToLists?: string[]; removeFromLists?: string[] }): void {
	const both = lists.removeFromLists?.find((list) => lists.addToLists?.includes(list));
	if (both === undefined) return;
	throw new InvalidParameter(
		removeFromLists.property.displayName,
		`names the list ${shown(both)}, which is also in "${addToLists.property.displayName}". Choose one of the two`,
	);
}

function nothingToChange(): InvalidParameter {
	return new InvalidParameter(
		updateFields.property.displayName,
		`and "${fields.customProperties.property.displayName}" are empty, so there is nothing to update. Fill in at least one field of the contact`,
	);
}
