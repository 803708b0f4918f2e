import { objectOf, storedAddress } from '../../validation/fields';
import { contactFields } from './contactFields';
import { requireContact } from './requireContact';
import type { Service } from '../../createService';

function answer({ store }: Service, { email }: { email: string }) {
	return { data: contactFields(requireContact(store, email)) };
}

export const findContact = {
	method: 'GET' as const,
	path: '/contacts/find',
	schema: objectOf({ email: storedAddress }, ['email']),
	answer,
};
