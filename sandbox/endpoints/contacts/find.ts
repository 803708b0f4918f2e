const { emailAddress, objectOf } = require('../../validation/fields');
const { contactFields } = require('./contactFields');
const { requireContact } = require('./requireContact');

/**
 * @param {import('../../createService').Service} service
 * @param {{ email: string }} input
 */
function answer({ store }, { email }) {
	return {
		success: /** @type {const} */ (true),
		data: contactFields(requireContact(store, email)),
	};
}

module.exports = {
	method: /** @type {const} */ ('GET'),
	path: '/contacts/find',
	schema: objectOf({ email: emailAddress }, ['email']),
	answer,
};
