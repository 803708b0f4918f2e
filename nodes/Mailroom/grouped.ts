/** The members of a list by what they have in common, in the order of the first of each. */
export function grouped<T, Key>(all: T[], keyOf: (one: T) => Key): Map<Key, T[]> {
	const groups = new Map<Key, T[]>();
	for (const one of all) {
		const group = groups.get(keyOf(one)) ?? [];
		group.push(one);
		groups.set(keyOf(one), group);
	}
	return groups;
}
