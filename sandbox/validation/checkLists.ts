const { ServiceError } = require('../ServiceError');

/**
 * Refuses names of lists that the project does not have.
 * @param {import('../store/Store').Store} store
 * @param {string} field what the message calls the field
 * @param {string[]} [names]
 */
function checkLists(store, field, names = []) {
	const unknown = names.find((name) => !store.lists.has(name));
	if (unknown !== undefined) throw new ServiceError(400, `${field}: there is no list "${unknown}"`);
}

module.exports = { checkLists };
