const { fillTags } = require('./fillTags');
const { recordMail } = require('./recordMail');

/**
 * Sends one mail to each contact, or none when a template cannot be filled in.
 * @param {import('../createService').Service} service
 * @param {import('./recordMail').EmailContent} content
 * @param {{ kind: 'contact' | 'list', list: string, contacts: import('../store/Store').StoredContact[] }} target
 */
function sendPersonalized(service, content, { kind, list, contacts }) {
	const fill = fillTags(content);
	const mails = contacts.map((contact) => ({ to: contact.email, texts: fill(contact) }));
	for (const { to, texts } of mails)
		recordMail(service, { ...content, ...texts }, { kind, list, to });
}

module.exports = { sendPersonalized };
