import { Refusal } from '../../Refusal';
import { checkCustomProperties } from '../../validation/checkCustomProperties';
import { checkLists } from '../../validation/checkLists';
import { flag, listNames, objectOf } from '../../validation/fields';
import { contactProfile } from './contactFields';
import type { NewContact, Store } from '../../store/Store';
import type { Service } from '../../createService';

type ContactInput = NewContact & {
	updateIfExists?: boolean;
	ignoreListSubscriptionsWhenUpdating?: boolean;
};

const MAX_CONTACTS = 100;

const contactInput = objectOf(
	{
		...contactProfile,
		updateIfExists: flag,
		ignoreListSubscriptionsWhenUpdating: flag,
		subscribedToLists: listNames,
		customProperties: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
	},
	['email'],
);

/** Stores all contacts, or none if one of them is rejected. */
function answer({ store }: Service, { contacts }: { contacts: ContactInput[] }) {
	checkContacts(store, contacts);
	for (const contact of contacts) save(store, contact);
}

function checkContacts(store: Store, contacts: ContactInput[]) {
	const seen = new Set();
	for (const [index, { email, subscribedToLists, customProperties }] of contacts.entries()) {
		const place = `contacts[${index}]`;
		if (seen.has(email.toLowerCase())) {
			throw new Refusal(400, `${place}.email: ${email} is in this call twice`);
		}
		seen.add(email.toLowerCase());
		checkLists(store, `${place}.subscribedToLists`, subscribedToLists);
		checkCustomProperties(store, `${place}.customProperties`, customProperties);
	}
}

function save(store: Store, input: ContactInput) {
	const { updateIfExists, ignoreListSubscriptionsWhenUpdating, ...fields } = input;
	const existing = store.findContact(fields.email);
	if (!existing) {
		store.addContact(fields);
		return;
	}
	if (!updateIfExists) return;
	const addedLists = ignoreListSubscriptionsWhenUpdating ? [] : (fields.subscribedToLists ?? []);
	store.addContact({
		...existing,
		...fields,
		email: existing.email,
		subscribedToLists: [...existing.subscribedToLists, ...addedLists],
		customProperties: { ...existing.customProperties, ...fields.customProperties },
	});
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
