import { checkCustomProperties } from '../../validation/checkCustomProperties';
import { checkLists } from '../../validation/checkLists';
import { flag, listNames, objectOf } from '../../validation/fields';
import { contactProfile } from './contactFields';
import type { NewContact, Store } from '../../store/Store';

/** A contact to create or update. */
export type ContactInput = NewContact & {
	updateIfExists?: boolean;
	ignoreListSubscriptionsWhenUpdating?: boolean;
};

export const contactInput = objectOf(
	{
		...contactProfile,
		updateIfExists: flag,
		ignoreListSubscriptionsWhenUpdating: flag,
		subscribedToLists: listNames,
		customProperties: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
	},
	['email'],
);

/**
 * Refuses lists and custom properties that the project does not have.
 * @param place in the body, with a dot at its end unless it is the body itself
 */
export function checkContact(store: Store, place: string, contact: ContactInput) {
	checkLists(store, `${place}subscribedToLists`, contact.subscribedToLists);
	checkCustomProperties(store, `${place}customProperties`, contact.customProperties);
}

/** @returns the contact as it is stored then, which is unchanged if it exists and is not to be updated */
export function saveContact(store: Store, input: ContactInput) {
	// By default nobody gets back on a list that they have left (the service's documentation, "Create contact").
	const { updateIfExists, ignoreListSubscriptionsWhenUpdating = true, ...fields } = input;
	const existing = store.findContact(fields.email);
	if (!existing) return store.addContact(fields);
	if (!updateIfExists) return existing;
	const addedLists = ignoreListSubscriptionsWhenUpdating ? [] : (fields.subscribedToLists ?? []);
	return store.addContact({
		...existing,
		...fields,
		email: existing.email,
		subscribedToLists: [...existing.subscribedToLists, ...addedLists],
		customProperties: { ...existing.customProperties, ...fields.customProperties },
	});
}
