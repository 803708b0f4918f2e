import { ServiceError } from '../../ServiceError';
import type { Store } from '../../store/Store';

/** @throws ServiceError 404 when no contact has the address */
export function requireContact(store: Store, email: string) {
	const contact = store.findContact(email);
	if (!contact) throw new ServiceError(404, `There is no contact ${email}`);
	return contact;
}
