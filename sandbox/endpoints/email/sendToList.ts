const { checkDelay } = require('../../mail/checkDelay');
const { sendPersonalized } = require('../../mail/sendPersonalized');
const { checkLists } = require('../../validation/checkLists');
const { delay, emailContent, objectOf, text } = require('../../validation/fields');

/**
 * @param {import('../../createService').Service} service
 * @param {import('../../mail/recordMail').EmailContent & { list: string }} input
 */
function answer(service, { list, ...content }) {
	checkDelay(content);
	checkLists(service.store, 'list', [list]);
	const contacts = service.store.subscribersOf(list);
	sendPersonalized(service, content, { kind: 'list', list, contacts });
	return { success: /** @type {const} */ (true) };
}

module.exports = {
	method: /** @type {const} */ ('POST'),
	path: '/email/list',
	schema: objectOf({ ...emailContent, ...delay, list: text }, ['subject', 'body', 'list']),
	answer,
};
