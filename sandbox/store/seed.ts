import type { StoreContents } from './Store';

/** What a new project holds. */
export const seed: StoreContents = {
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
