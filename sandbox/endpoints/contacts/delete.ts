const { emailAddress, objectOf } = require('../../validation/fields');
const { requireContact } = require('./requireContact');

/**
 * @param {import('../../createService').Service} service
 * @param {{ email: string }} input
 */
function answer({ store }, { email }) {
	store.deleteContact(requireContact(store, email).email);
	return { success: /** @type {const} */ (true) };
}

module.exports = {
	method: /** @type {const} */ ('POST'),
	path: '/contacts/delete',
	schema: objectOf({ email: emailAddress }, ['email']),
	answer,
};
