import { Refusal } from '../../Refusal';
import type { Store } from '../../store/Store';

/** @throws Refusal 404 when no contact has the address */
export function requireContact(store: Store, email: string) {
	const contact = store.findContact(email);
	if (!contact) throw new Refusal(404, `There is no contact ${email}`);
	return contact;
}
