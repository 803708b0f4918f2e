const { ServiceError } = require('../../ServiceError');
const { checkCustomProperties } = require('../../validation/checkCustomProperties');
const { checkLists } = require('../../validation/checkLists');
const { contactProfile, flag, listNames, objectOf } = require('../../validation/fields');

/**
 * @typedef {import('../../store/Store').Store} Store
 * @typedef {import('../../store/Store').NewContact & {
 *   updateIfExists?: boolean,
 *   ignoreListSubscriptionsWhenUpdating?: boolean,
 * }} ContactInput
 */

const MAX_CONTACTS = 100;

const contactInput = objectOf(
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
 * Stores all contacts or, when one of them is refused, none.
 * @param {import('../../createService').Service} service
 * @param {{ contacts: ContactInput[] }} input
 */
function answer({ store }, { contacts }) {
	checkContacts(store, contacts);
	for (const contact of contacts) save(store, contact);
	return { success: /** @type {const} */ (true) };
}

/**
 * @param {Store} store
 * @param {ContactInput[]} contacts
 */
function checkContacts(store, contacts) {
	const seen = new Set();
	for (const [index, { email, subscribedToLists, customProperties }] of contacts.entries()) {
		const place = `contacts[${index}]`;
		if (seen.has(email.toLowerCase())) {
			throw new ServiceError(400, `${place}.email: ${email} is in this call twice`);
		}
		seen.add(email.toLowerCase());
		checkLists(store, `${place}.subscribedToLists`, subscribedToLists);
		checkCustomProperties(store, `${place}.customProperties`, customProperties);
	}
}

/**
 * @param {Store} store
 * @param {ContactInput} input
 */
function save(store, input) {
	const { updateIfExists, ignoreListSubscriptionsWhenUpdating, ...fields } = input;
	const existing = store.findContact(fields.email);
	if (!existing) {
		store.addContact(fields);
		return;
	}
	if (!updateIfExists) return;
	const addedLists = ignoreListSubscriptionsWhenUpdating ? [] : (fields.subscribedToLists ?? []);
	store.addContact({
		...existing,
		...fields,
		email: existing.email,
		subscribedToLists: [...existing.subscribedToLists, ...addedLists],
		customProperties: { ...existing.customProperties, ...fields.customProperties },
	});
}

module.exports = {
	method: /** @type {const} */ ('POST'),
	path: '/contacts/create_many',
	schema: objectOf(
		{ contacts: { type: 'array', items: contactInput, minItems: 1, maxItems: MAX_CONTACTS } },
		['contacts'],
	),
	answer,
};
