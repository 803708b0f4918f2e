import { addresses } from './addresses';
import type { DrawJob } from '../drawJobs';

/** Contacts to find, some of which are not there. */
export const getContacts: DrawJob = (dice) => {
	const emails = addresses(6);
	return {
		name: 'contact get',
		items: Array.from({ length: 14 }, () => ({
			email: dice.chance(0.1) ? 'nobody@example.com' : dice.pick(emails),
		})),
		prepare({ store }) {
			for (const email of emails) store.addContact({ email });
		},
		asks: () => [],
		deeds: () => [],
		isAnswered: ({ email }, [json]) => json.email === email,
	};
};
