import { Refusal } from '../../Refusal';
import { DEFAULT_LIST, type NewContact } from '../../store/Store';
import { checkCustomProperties } from '../../validation/checkCustomProperties';
import { checkLists } from '../../validation/checkLists';
import { listNames, objectOf, storedAddress } from '../../validation/fields';
import { contactFields, contactProfile } from './contactFields';
import { requireContact } from './requireContact';
import type { Service } from '../../createService';

/** The two list fields are misspelled in the service's own interface. */
type ContactChanges = Omit<NewContact, 'customProperties'> & {
	addedListSubscripitons?: string[];
	removedListSubscripitons?: string[];
	customProperties?: Record<string, string | number | null>;
};

function answer({ store }: Service, input: ContactChanges) {
	const {
		addedListSubscripitons: added = [],
		removedListSubscripitons: removed = [],
		customProperties = {},
		...profile
	} = input;
	const contact = requireContact(store, input.email);
	checkLists(store, 'addedListSubscripitons', added);
	checkLists(store, 'removedListSubscripitons', removed);
	checkRemoved(removed, added);
	checkCustomProperties(store, 'customProperties', customProperties);

	const lists = [...contact.subscribedToLists, ...added];
	const updated = store.addContact({
		...contact,
		...profile,
		email: contact.email,
		subscribedToLists: lists.filter((name) => !removed.includes(name)),
		customProperties: mergeProperties(contact.customProperties, customProperties),
	});
	return { data: contactFields(updated) };
}

function checkRemoved(removed: string[], added: string[]) {
	if (removed.includes(DEFAULT_LIST)) {
		throw new Refusal(400, `removedListSubscripitons: nobody can unsubscribe from ${DEFAULT_LIST}`);
	}
	const both = removed.find((name) => added.includes(name));
	if (both !== undefined) {
		throw new Refusal(400, `removedListSubscripitons: ${both} is to be added, too`);
	}
}

/** @param changes null removes a property */
function mergeProperties(
	properties: Record<string, string | number>,
	changes: Record<string, string | number | null>,
) {
	const merged: Record<string, string | number> = { ...properties };
	for (const [name, value] of Object.entries(changes)) {
		if (value === null) delete merged[name];
		else merged[name] = value;
	}
	return merged;
}

export const updateContact = {
	method: 'PATCH' as const,
	path: '/contacts/update',
	schema: objectOf(
		{
			...contactProfile,
			email: storedAddress,
			addedListSubscripitons: listNames,
			removedListSubscripitons: listNames,
			customProperties: {
				type: 'object',
				additionalProperties: { type: ['string', 'number', 'null'] },
			},
		},
		['email'],
	),
	answer,
};
