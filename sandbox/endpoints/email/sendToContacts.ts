const { ServiceError } = require('../../ServiceError');
const { checkDelay } = require('../../mail/checkDelay');
const { sendPersonalized } = require('../../mail/sendPersonalized');
const { checkLists } = require('../../validation/checkLists');
const { delay, emailAddress, emailContent, objectOf, text } = require('../../validation/fields');
const { requireContact } = require('../contacts/requireContact');

/**
 * @typedef {import('../../mail/recordMail').EmailContent & {
 *   list: string,
 *   contactEmail?: string | null,
 *   contactEmails?: string[] | null,
 * }} ContactEmail
 */

const MAX_ADDRESSES = 100;

/**
 * Sends to all addressed contacts or, when one of them cannot be sent to, to none.
 * @param {import('../../createService').Service} service
 * @param {ContactEmail} input
 */
function answer(service, { contactEmail, contactEmails, list, ...content }) {
	checkDelay(content);
	checkLists(service.store, 'list', [list]);
	const addresses = chooseAddresses(contactEmail ?? undefined, contactEmails ?? undefined);
	const contacts = addresses.map((email) => requireContact(service.store, email));
	const stranger = contacts.find((contact) => !contact.subscribedToLists.includes(list));
	if (stranger) {
		throw new ServiceError(400, `list: ${stranger.email} is not subscribed to "${list}"`);
	}
	sendPersonalized(service, content, { kind: 'contact', list, contacts });
	return { success: /** @type {const} */ (true) };
}

/**
 * @param {string} [contactEmail]
 * @param {string[]} [contactEmails]
 */
function chooseAddresses(contactEmail, contactEmails) {
	if (contactEmail !== undefined && contactEmails !== undefined) {
		throw new ServiceError(400, 'contactEmail and contactEmails cannot both be given');
	}
	const addresses = contactEmails ?? (contactEmail === undefined ? [] : [contactEmail]);
	if (addresses.length === 0) {
		throw new ServiceError(400, 'contactEmail or contactEmails is required');
	}
	const distinct = new Set(addresses.map((email) => email.toLowerCase()));
	if (distinct.size < addresses.length) {
		throw new ServiceError(400, 'contactEmails holds an address twice');
	}
	return addresses;
}

module.exports = {
	method: /** @type {const} */ ('POST'),
	path: '/email/contact',
	schema: objectOf(
		{
			...emailContent,
			...delay,
			list: text,
			contactEmail: { ...emailAddress, nullable: true },
			contactEmails: {
				type: 'array',
				items: emailAddress,
				minItems: 1,
				maxItems: MAX_ADDRESSES,
				nullable: true,
			},
		},
		['subject', 'body', 'list'],
	),
	answer,
};
