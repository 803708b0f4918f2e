/** Input items. */
export function contacts(count: number) {
	return Array.from({ length: count }, (_, index) => ({
		email: `contact${index + 1}@example.com`,
		name: `First${index + 1} Last${index + 1}`,
		plan: index % 2 === 0 ? 'free' : 'pro',
	}));
}

/** Their addresses. */
export const emails = (count: number) => contacts(count).map(({ email }) => email);

/** The contacts as the service stores them. */
export function storedContacts(count: number) {
	return contacts(count).map(({ plan, ...contact }) => ({
		...contact,
		customProperties: { plan },
	}));
}
