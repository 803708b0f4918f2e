import type { StoredContact } from '../../store/Store';

/** Identifiers that a number represents exactly. */
const NUMERIC_ID = /^(0|[1-9]\d{0,14})$/;

/** A contact in responses (the service's document, section "Contact"): every field, null when it has no value. */
export function contactFields(contact: StoredContact) {
	const { email, userId, name, avatarUrl, languageCode, hardBouncedAt } = contact;
	return {
		email,
		// Requests contain a string, but the document's sample responses contain a number.
		userId: userId !== undefined && NUMERIC_ID.test(userId) ? Number(userId) : (userId ?? null),
		name: name ?? null,
		avatarUrl: avatarUrl ?? null,
		// Requests may contain an underscore. Responses contain a hyphen.
		languageCode: languageCode?.replaceAll('_', '-') ?? null,
		hardBouncedAt: hardBouncedAt ?? null,
		subscribedToLists: contact.subscribedToLists,
		customProperties: contact.customProperties,
	};
}
