import { Refusal } from '../../Refusal';
import { objectOf } from '../../validation/fields';
import { checkContact, contactInput, saveContact, type ContactInput } from './saveContact';
import type { Store } from '../../store/Store';
import type { Service } from '../../createService';

const MAX_CONTACTS = 100;

/** Stores all contacts, or none if one of them is rejected. */
function answer({ store }: Service, { contacts }: { contacts: ContactInput[] }) {
	checkContacts(store, contacts);
	for (const contact of contacts) saveContact(store, contact);
}

function checkContacts(store: Store, contacts: ContactInput[]) {
	const seen = new Set();
	for (const [index, contact] of contacts.entries()) {
		const place = `contacts[${index}].`;
		if (seen.has(contact.email.toLowerCase())) {
			throw new Refusal(400, `${place}email: ${contact.email} is in this call twice`);
		}
		seen.add(contact.email.toLowerCase());
		checkContact(store, place, contact);
	}
}

export const createContacts = {
	method: 'POST' as const,
	path: '/contacts/create_many',
	schema: objectOf(
		{ contacts: { type: 'array', items: contactInput, minItems: 1, maxItems: MAX_CONTACTS } },
		['contacts'],
	),
	answer,
};
