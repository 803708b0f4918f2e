import type { OwnFields } from './ownFields';

export interface StoredContact extends OwnFields {
	/** As first given; addresses are compared without regard to case. */
	email: string;
	/** ISO 8601 UTC. */
	hardBouncedAt?: string;
	/** Always contains `important`. */
	subscribedToLists: string[];
	customProperties: Record<string, string | number>;
}

export type NewContact = Partial<StoredContact> & { email: string };

export type StoredList = { name: string; title: string };

export interface Mail {
	/** Counts from 1. */
	id: number;
	/** The endpoint it came from. */
	kind: 'transactional' | 'contact' | 'list';
	to: string;
	/** Null for a transactional mail. */
	list: string | null;
	/** With the tags filled in. */
	subject: string;
	/** In its bodyFormat, with the tags filled in. */
	body: string;
	bodyFormat: 'markdown' | 'html';
	/** The body as a mail program would show it. */
	html: string;
	/** ISO 8601 UTC. */
	acceptedAt: string;
	/** ISO 8601 UTC; null when it was not delayed. */
	sendAt: string | null;
	/** null: the project's setting applies. */
	trackEmailOpens: boolean | null;
	/** null: the project's setting applies. */
	trackEmailLinkClicks: boolean | null;
	/** Of the link with which the recipient leaves the list; null if there is none. */
	unsubscribeToken: string | null;
}

/** Of the project, for the tags `companyName` and `companyAddress`. */
export interface Company {
	name: string;
	/** May be empty. */
	address: string;
}

interface StoredPortalSession {
	token: string;
	contactEmail: string;
	returnURL: string;
	/** ISO 8601 UTC. */
	expiresAt: string;
}

export type PropertyType = 'string' | 'number';

/** Contents of the store, as JSON. */
export interface StoreContents {
	contacts: StoredContact[];
	lists: StoredList[];
	mails: Mail[];
	portalSessions: StoredPortalSession[];
	propertyDefinitions: Record<string, PropertyType>;
	company: Company;
}

/** Every contact is on this list and cannot leave it (the service's document, general rule 5). */
export const DEFAULT_LIST = 'important';

const contactKey = (email: string) => email.toLowerCase();

/** Data of the project, in memory. Only its methods change it. */
export class Store {
	/** By lower-case address. */
	readonly contacts = new Map<string, StoredContact>();

	/** By name. */
	readonly lists = new Map<string, StoredList>();

	/** Oldest first. */
	readonly mails: Mail[] = [];

	/** By token. */
	readonly portalSessions = new Map<string, StoredPortalSession>();

	/** Custom properties that the dashboard defines, by name. */
	readonly propertyDefinitions = new Map<string, PropertyType>();

	company: Company = { name: '', address: '' };

	/** Called after every change. */
	onChange = () => {};

	/** @param contents initial contents, which `restore` brings back */
	constructor(contents: StoreContents) {
		this.restore(contents);
	}

	/** @param contents copied */
	restore(contents: StoreContents) {
		const { contacts, lists, mails, portalSessions, propertyDefinitions, company } =
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
		this.company = company;
		this.onChange();
	}

	contents(): StoreContents {
		return {
			contacts: [...this.contacts.values()],
			lists: [...this.lists.values()],
			mails: this.mails,
			portalSessions: [...this.portalSessions.values()],
			propertyDefinitions: Object.fromEntries(this.propertyDefinitions),
			company: this.company,
		};
	}

	addList({ name, title }: StoredList) {
		this.lists.set(name, { name, title });
		this.onChange();
	}

	/** Defines a custom property, like the service's dashboard. */
	defineProperty(name: string, type: PropertyType) {
		this.propertyDefinitions.set(name, type);
		this.onChange();
	}

	setCompany(company: Company) {
		this.company = { ...company };
		this.onChange();
	}

	findContact(email: string) {
		return this.contacts.get(contactKey(email));
	}

	/** Adds a contact, or replaces the one with that address. */
	addContact(contact: NewContact): StoredContact {
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
	 * @param fields the same for all of them
	 */
	addContacts(count: number, fields: Omit<NewContact, 'email' | 'name'> = {}) {
		const first = this.contacts.size + 1;
		return Array.from({ length: count }, (_, index) => {
			const number = first + index;
			const name = `First${number} Last${number}`;
			return this.addContact({ ...fields, email: `contact${number}@example.com`, name });
		});
	}

	/** The service sends emails to this contact again, as after a reset in its dashboard. */
	resetBounce(email: string) {
		const contact = this.findContact(email);
		if (contact) this.addContact({ ...contact, hardBouncedAt: undefined });
	}

	leaveList(email: string, list: string) {
		const contact = this.findContact(email);
		if (!contact) return;
		const subscribedToLists = contact.subscribedToLists.filter((name) => name !== list);
		this.addContact({ ...contact, subscribedToLists });
	}

	deleteContact(email: string) {
		this.contacts.delete(contactKey(email));
		this.onChange();
	}

	subscribersOf(listName: string) {
		return [...this.contacts.values()].filter(({ subscribedToLists }) =>
			subscribedToLists.includes(listName),
		);
	}

	addMail(mail: Omit<Mail, 'id'>) {
		this.mails.push({ id: this.mails.length + 1, ...mail });
		this.onChange();
	}

	addPortalSession(session: StoredPortalSession) {
		this.portalSessions.set(session.token, session);
		this.onChange();
	}
}

function refill<V>(map: Map<string, V>, entries: [string, V][]) {
	map.clear();
	for (const [key, value] of entries) map.set(key, value);
}
