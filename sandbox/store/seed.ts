import type { StoreContents, StoredContact } from './Store';

/** Contents of a new project. */
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

/** A bounced contact, for trying the sandbox by hand. */
export const bouncedContact: StoredContact = {
	email: 'former-address@example.com',
	hardBouncedAt: '2026-01-15T09:30:00.000Z',
	subscribedToLists: ['important', 'newsletter'],
	customProperties: {},
};
