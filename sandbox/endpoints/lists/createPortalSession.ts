const { randomUUID } = require('node:crypto');
const { emailAddress, objectOf, webUrl } = require('../../validation/fields');
const { requireContact } = require('../contacts/requireContact');

const SESSION_MS = 60 * 60 * 1000;

/**
 * @param {import('../../createService').Service} service
 * @param {{ contactEmail: string, returnURL: string }} input
 */
function answer({ store, now, origin }, { contactEmail, returnURL }) {
	const { email } = requireContact(store, contactEmail);
	const token = randomUUID();
	const expiresAt = new Date(now() + SESSION_MS).toISOString();
	store.addPortalSession({ token, contactEmail: email, returnURL, expiresAt });
	return {
		success: /** @type {const} */ (true),
		data: { url: `${origin}/portal/${token}`, expiresAt, returnURL },
	};
}

module.exports = {
	method: /** @type {const} */ ('POST'),
	path: '/lists/portal_session',
	schema: objectOf({ contactEmail: emailAddress, returnURL: webUrl }, [
		'contactEmail',
		'returnURL',
	]),
	answer,
};
