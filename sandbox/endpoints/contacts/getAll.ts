const { pageOf, pageQuery } = require('../pageOf');
const { contactFields } = require('./contactFields');

/**
 * @param {import('../../createService').Service} service
 * @param {import('../pageOf').PageQuery} input
 */
function answer({ store, settings }, input) {
	return pageOf([...store.contacts.values()].map(contactFields), input, settings);
}

module.exports = {
	method: /** @type {const} */ ('GET'),
	path: '/contacts',
	schema: pageQuery,
	answer,
};
