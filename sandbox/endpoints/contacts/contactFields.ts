import { ownFields, returnedFields } from '../../store/ownFields';
import { emailAddress } from '../../validation/fields';
import type { StoredContact } from '../../store/Store';

/** The fields that create_many and update have in common. */
export const contactProfile = {
	email: emailAddress,
	...Object.fromEntries(ownFields.map(({ name, schema }) => [name, schema])),
};

/** A contact in responses (the service's document, section "Contact"): every field, null when it has no value. */
export function contactFields(contact: StoredContact) {
	return {
		email: contact.email,
		...returnedFields(contact),
		hardBouncedAt: contact.hardBouncedAt ?? null,
		subscribedToLists: contact.subscribedToLists,
		customProperties: contact.customProperties,
	};
}
