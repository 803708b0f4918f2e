/**
 * @typedef {object} StoredContact
 * @property {string} email as first given; addresses are compared without regard to case
 * @property {string} [userId]
 * @property {string} [name]
 * @property {string} [avatarUrl]
 * @property {string} [languageCode]
 * @property {string} [hardBouncedAt] ISO 8601 UTC
 * @property {string[]} subscribedToLists always holds `important`
 * @property {Record<string, string | number>} customProperties
 *
 * @typedef {Partial<StoredContact> & { email: string }} NewContact
 *
 * @typedef {{ name: string, title: string }} StoredList
 *
 * @typedef {object} Mail
 * @property {number} id counts from 1
 * @property {'transactional' | 'contact' | 'list'} kind the endpoint it came from
 * @property {string} to
 * @property {string | null} list null for a transactional mail
 * @property {string} subject with the tags filled in
 * @property {string} body in its bodyFormat, with the tags filled in
 * @property {'markdown' | 'html'} bodyFormat
 * @property {string} html the body as a mail program would show it
 * @property {string} acceptedAt ISO 8601 UTC
 * @property {string | null} sendAt ISO 8601 UTC; null when it was not delayed
 * @property {boolean | null} trackEmailOpens null: the project's setting applies
 * @property {boolean | null} trackEmailLinkClicks null: the project's setting applies
 *
 * @typedef {object} StoredPortalSession
 * @property {string} token
 * @property {string} contactEmail
 * @property {string} returnURL
 * @property {string} expiresAt ISO 8601 UTC
 *
 * @typedef {'string' | 'number'} PropertyType
 *
 * @typedef {object} StoreContents everything the store holds, as JSON
 * @property {StoredContact[]} contacts
 * @property {StoredList[]} lists
 * @property {Mail[]} mails
 * @property {StoredPortalSession[]} portalSessions
 * @property {Record<string, PropertyType>} propertyDefinitions
 */

/** Every contact is on this list and cannot leave it (the service's document, general rule 5). */
const DEFAULT_LIST = 'important';

/** @param {string} email */
const contactKey = (email) => email.toLowerCase();

/** What the project holds, in memory. Its methods are the only way in which it changes. */
class Store {
	/** @param {StoreContents} contents what it starts with, and what `restore` goes back to */
	constructor(contents) {
		/** @type {Map<string, StoredContact>} by lower-case address */
		this.contacts = new Map();
		/** @type {Map<string, StoredList>} by name */
		this.lists = new Map();
		/** @type {Mail[]} oldest first */
		this.mails = [];
		/** @type {Map<string, StoredPortalSession>} by token */
		this.portalSessions = new Map();
		/** @type {Map<string, PropertyType>} what the dashboard defines, by name */
		this.propertyDefinitions = new Map();
		/** Called after every change. */
		this.onChange = () => {};
		this.restore(contents);
	}

	/** @param {StoreContents} contents copied */
	restore(contents) {
		const { contacts, lists, mails, portalSessions, propertyDefinitions } =
			structuredClone(contents);
		refill(
			this.contacts,
			contacts.map((contact) => [contactKey(contact.email), contact]),
		);
		refill(
			this.lists,
			lists.map((list) => [list.name, list]),
		);
		refill(
			this.portalSessions,
			portalSessions.map((session) => [session.token, session]),
		);
		refill(this.propertyDefinitions, Object.entries(propertyDefinitions));
		this.mails.splice(0, Infinity, ...mails);
		this.onChange();
	}

	/** @returns {StoreContents} */
	contents() {
		return {
			contacts: [...this.contacts.values()],
			lists: [...this.lists.values()],
			mails: this.mails,
			portalSessions: [...this.portalSessions.values()],
			propertyDefinitions: Object.fromEntries(this.propertyDefinitions),
		};
	}

	/** @param {StoredList} list */
	addList({ name, title }) {
		this.lists.set(name, { name, title });
		this.onChange();
	}

	/**
	 * Defines a custom property, as one does in the service's dashboard.
	 * @param {string} name
	 * @param {PropertyType} type
	 */
	defineProperty(name, type) {
		this.propertyDefinitions.set(name, type);
		this.onChange();
	}

	/** @param {string} email */
	findContact(email) {
		return this.contacts.get(contactKey(email));
	}

	/**
	 * Adds a contact, or takes the place of the one with that address.
	 * @param {NewContact} contact
	 * @returns {StoredContact}
	 */
	addContact(contact) {
		const stored = {
			...contact,
			subscribedToLists: [...new Set([DEFAULT_LIST, ...(contact.subscribedToLists ?? [])])],
			customProperties: { ...contact.customProperties },
		};
		this.contacts.set(contactKey(contact.email), stored);
		this.onChange();
		return stored;
	}

	/**
	 * Adds numbered contacts: `contact1@example.com`, "First1 Last1", and so on.
	 * @param {number} count
	 * @param {Omit<NewContact, 'email' | 'name'>} [fields] the same for all of them
	 */
	addContacts(count, fields = {}) {
		const first = this.contacts.size + 1;
		return Array.from({ length: count }, (_, index) => {
			const number = first + index;
			const name = `First${number} Last${number}`;
			return this.addContact({ ...fields, email: `contact${number}@example.com`, name });
		});
	}

	/** @param {string} email */
	deleteContact(email) {
		this.contacts.delete(contactKey(email));
		this.onChange();
	}

	/** @param {string} listName */
	subscribersOf(listName) {
		return [...this.contacts.values()].filter(({ subscribedToLists }) =>
			subscribedToLists.includes(listName),
		);
	}

	/** @param {Omit<Mail, 'id'>} mail */
	addMail(mail) {
		this.mails.push({ id: this.mails.length + 1, ...mail });
		this.onChange();
	}

	/** @param {StoredPortalSession} session */
	addPortalSession(session) {
		this.portalSessions.set(session.token, session);
		this.onChange();
	}
}

/**
 * @template V
 * @param {Map<string, V>} map
 * @param {[string, V][]} entries
 */
function refill(map, entries) {
	map.clear();
	for (const [key, value] of entries) map.set(key, value);
}

module.exports = { Store, DEFAULT_LIST };
