const { recordMail } = require('../../mail/recordMail');
const { emailContent, objectOf } = require('../../validation/fields');

/**
 * Sends to any address. Tags stay as they were typed (the service's document, general rule 6).
 * @param {import('../../createService').Service} service
 * @param {import('../../mail/recordMail').EmailContent & { to: string }} input
 */
function answer(service, { to, ...content }) {
	recordMail(service, content, { kind: 'transactional', to, list: null });
	return { success: /** @type {const} */ (true) };
}

module.exports = {
	method: /** @type {const} */ ('POST'),
	path: '/email/transactional',
	schema: objectOf({ to: { type: 'string', format: 'recipient' }, ...emailContent }, [
		'to',
		'subject',
		'body',
		'bodyFormat',
	]),
	answer,
};
