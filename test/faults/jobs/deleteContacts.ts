import type { DrawJob } from '../drawJobs';

/** Contacts to delete, some of which never were. */
export const deleteContacts: DrawJob = (dice) => {
	const items = Array.from({ length: 14 }, (_, index) => ({
		email: `person${index}@example.com`,
		exists: dice.chance(0.85),
	}));
	return {
		name: 'contact delete',
		items,
		prepare({ store }) {
			for (const { email, exists } of items) if (exists) store.addContact({ email });
		},
		asks: ({ email, exists }) => (exists ? [`no ${email}`] : []),
		deeds: ({ email }) => [`no ${email}`],
		isAnswered: ({ email }, [json]) => json.deleted === true && json.email === email,
		wrongState: (fates, { store }) =>
			items
				.filter(({ email }, index) => fates[index] === 'accepted' && store.findContact(email))
				.map(({ email }) => `${email} is still there`),
	};
};
