import { objectOf, storedAddress } from '../../validation/fields';
import { requireContact } from './requireContact';
import type { Service } from '../../createService';

function answer({ store }: Service, { email }: { email: string }) {
	store.deleteContact(requireContact(store, email).email);
}

export const deleteContact = {
	method: 'POST' as const,
	path: '/contacts/delete',
	schema: objectOf({ email: storedAddress }, ['email']),
	answer,
};
