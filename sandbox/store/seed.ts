import type { StoreContents, StoredContact } from './Store';

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

/** In a sandbox that somebody tries by hand, so that there is a bounce to clean up. */
export const bouncedContact: StoredContact = {
	email: 'former-address@example.com',
	hardBouncedAt: '2026-01-15T09:30:00.000Z',
	subscribedToLists: ['important', 'newsletter'],
	customProperties: {},
};
