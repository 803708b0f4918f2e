/**
 * @typedef {import('../drawJobs').Data} Data
 * @typedef {import('../drawJobs').Fate} Fate
 */

/**
 * The contacts, nameless before, whose name is not the one that the last accepted item gave them, or an uncertain one after that.
 *
 * @param {Data[]} items
 * @param {Fate[]} fates of the items
 * @param {import('../../../sandbox/store/Store').Store} store
 */
function wrongValues(items, fates, store) {
	/** @type {Map<string, unknown[]>} */
	const possible = new Map();
	for (const [index, { email, name }] of items.entries()) {
		const before = possible.get(String(email)) ?? [undefined];
		if (fates[index] === 'accepted') possible.set(String(email), [name]);
		if (fates[index] === 'uncertain') possible.set(String(email), [...before, name]);
	}
	return [...possible].flatMap(([email, names]) => {
		const name = store.findContact(email)?.name;
		return names.includes(name) ? [] : [`${email} is ${name}, not ${names.join(' or ')}`];
	});
}

module.exports = { wrongValues };
