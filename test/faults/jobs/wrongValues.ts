import type { Data, ItemStatus } from '../drawJobs';
import type { Store } from '../../../sandbox/store/Store';

/**
 * The contacts, nameless before, whose name is not the one that the last accepted item gave them, or one in doubt after that.
 *
 * @param fates of the items
 */
export function wrongValues(items: Data[], fates: ItemStatus[], store: Store) {
	const possible = new Map<string, unknown[]>();
	for (const [index, { email, text }] of items.entries()) {
		const before = possible.get(String(email)) ?? [undefined];
		if (fates[index] === 'accepted') possible.set(String(email), [text]);
		if (fates[index] === 'inDoubt') possible.set(String(email), [...before, text]);
	}
	return [...possible].flatMap(([email, names]) => {
		const name = store.findContact(email)?.name;
		return names.includes(name) ? [] : [`${email} is ${name}, not ${names.join(' or ')}`];
	});
}
