const { ServiceError } = require('../../ServiceError');
const { DEFAULT_LIST } = require('../../store/Store');
const { checkCustomProperties } = require('../../validation/checkCustomProperties');
const { checkLists } = require('../../validation/checkLists');
const { contactProfile, listNames, objectOf } = require('../../validation/fields');
const { contactFields } = require('./contactFields');
const { requireContact } = require('./requireContact');

/**
 * The two list fields are misspelled in the service's own interface.
 * @typedef {Omit<import('../../store/Store').NewContact, 'customProperties'> & {
 *   addedListSubscripitons?: string[],
 *   removedListSubscripitons?: string[],
 *   customProperties?: Record<string, string | number | null>,
 * }} ContactChanges
 */

/**
 * @param {import('../../createService').Service} service
 * @param {ContactChanges} input
 */
function answer({ store }, input) {
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
	return { success: /** @type {const} */ (true), data: contactFields(updated) };
}

/**
 * @param {string[]} removed
 * @param {string[]} added
 */
function checkRemoved(removed, added) {
	if (removed.includes(DEFAULT_LIST)) {
		throw new ServiceError(
			400,
			`removedListSubscripitons: nobody can unsubscribe from ${DEFAULT_LIST}`,
		);
	}
	const both = removed.find((name) => added.includes(name));
	if (both !== undefined) {
		throw new ServiceError(400, `removedListSubscripitons: ${both} is to be added, too`);
	}
}

/**
 * @param {Record<string, string | number>} properties
 * @param {Record<string, string | number | null>} changes null removes a property
 */
function mergeProperties(properties, changes) {
	/** @type {Record<string, string | number>} */
	const merged = { ...properties };
	for (const [name, value] of Object.entries(changes)) {
		if (value === null) delete merged[name];
		else merged[name] = value;
	}
	return merged;
}

module.exports = {
	method: /** @type {const} */ ('PATCH'),
	path: '/contacts/update',
	schema: objectOf(
		{
			...contactProfile,
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
