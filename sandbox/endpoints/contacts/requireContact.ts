const { ServiceError } = require('../../ServiceError');

/**
 * @param {import('../../store/Store').Store} store
 * @param {string} email
 * @throws {ServiceError} 404 when no contact has the address
 */
function requireContact(store, email) {
	const contact = store.findContact(email);
	if (!contact) throw new ServiceError(404, `There is no contact ${email}`);
	return contact;
}

module.exports = { requireContact };
