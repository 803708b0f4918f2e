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
	company: { name: 'Example Company', address: '1 Example Street, Example City' },
	propertyDefinitions: { company: 'string', plan: 'string', seats: 'number' },
};

/** For trying the sandbox by hand: a reader of the newsletter without a name, and a contact that has bounced. */
export const firstContacts: StoredContact[] = [
	{
		email: 'former-address@example.com',
		hardBouncedAt: '2026-01-15T09:30:00.000Z',
		subscribedToLists: ['important', 'product-updates'],
		customProperties: {},
	},
	{
		email: 'reader@example.com',
		subscribedToLists: ['important', 'newsletter'],
		customProperties: {},
	},
];
