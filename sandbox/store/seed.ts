/**
 * What a new project holds.
 * @type {import('./Store').StoreContents}
 */
const seed = {
	contacts: [],
	lists: [
		{ name: 'important', title: 'Important' },
		{ name: 'newsletter', title: 'Newsletter' },
		{ name: 'product-updates', title: 'Product updates' },
	],
	mails: [],
	portalSessions: [],
	propertyDefinitions: { company: 'string', plan: 'string', seats: 'number' },
};

module.exports = { seed };
