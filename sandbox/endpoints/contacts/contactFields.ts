import type { StoredContact } from '../../store/Store';

/** Identifiers that a number can hold exactly and write back as they were. */
const NUMERIC_ID = /^(0|[1-9]\d{0,14})$/;

/** A contact as answers show it (the service's document, section "Contact"): every field, null when it has no value. */
export function contactFields(contact: StoredContact) {
	const { email, userId, name, avatarUrl, languageCode, hardBouncedAt } = contact;
	return {
		email,
		// Requests carry a string; the document's sample answers show a number.
		userId: userId !== undefined && NUMERIC_ID.test(userId) ? Number(userId) : (userId ?? null),
		name: name ?? null,
		avatarUrl: avatarUrl ?? null,
		// Requests may have an underscore; answers have a hyphen.
		languageCode: languageCode?.replaceAll('_', '-') ?? null,
		hardBouncedAt: hardBouncedAt ?? null,
		subscribedToLists: contact.subscribedToLists,
		customProperties: contact.customProperties,
	};
}
