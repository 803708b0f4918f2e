/**
 * What the input items hold.
 *
 * @param {number} count
 */
function contacts(count) {
	return Array.from({ length: count }, (_, index) => ({
		email: `contact${index + 1}@example.com`,
		name: `First${index + 1} Last${index + 1}`,
		plan: index % 2 === 0 ? 'free' : 'pro',
	}));
}

/**
 * The same, as the service keeps them.
 *
 * @param {number} count
 */
function storedContacts(count) {
	return contacts(count).map(({ plan, ...contact }) => ({
		...contact,
		customProperties: { plan },
	}));
}

module.exports = { contacts, storedContacts };
