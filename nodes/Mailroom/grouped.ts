/** In the order of first occurrence. */
export function grouped<T, Key>(all: T[], keyOf: (one: T) => Key): Map<Key, T[]> {
	const groups = new Map<Key, T[]>();
	for (const one of all) {
		const key = keyOf(one);
		const group = groups.get(key) ?? [];
		group.push(one);
		groups.set(key, group);
	}
	return groups;
}
