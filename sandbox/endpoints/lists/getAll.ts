const { pageOf, pageQuery } = require('../pageOf');

/**
 * @param {import('../../createService').Service} service
 * @param {import('../pageOf').PageQuery} input
 */
function answer({ store, settings }, input) {
	const lists = [...store.lists.values()].map(({ name, title }) => ({
		name,
		title,
		numSubscribers: store.subscribersOf(name).length,
	}));
	return pageOf(lists, input, settings);
}

module.exports = {
	method: /** @type {const} */ ('GET'),
	path: '/lists',
	schema: pageQuery,
	answer,
};
