import { Refusal } from '../Refusal';
import type { Store } from '../store/Store';

/**
 * Refuses names of lists that the project does not have.
 * @param field what the message calls the field
 */
export function checkLists(store: Store, field: string, names: string[] = []) {
	const unknown = names.find((name) => !store.lists.has(name));
	if (unknown !== undefined) throw new Refusal(400, `${field}: there is no list "${unknown}"`);
}
