import { contactFields } from './contactFields';
import { checkContact, contactInput, saveContact, type ContactInput } from './saveContact';
import type { Service } from '../../createService';

/** In the service's public documentation only; the SDKs use it. */
function answer({ store }: Service, contact: ContactInput) {
	checkContact(store, '', contact);
	return { data: contactFields(saveContact(store, contact)) };
}

export const createContact = {
	method: 'POST' as const,
	path: '/contacts/create',
	schema: contactInput,
	answer,
};
