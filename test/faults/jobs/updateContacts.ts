import { addresses } from './addresses';
import { wrongValues } from './wrongValues';
import type { DrawJob } from '../drawJobs';

/** New names for contacts, some of them several times, some of them nobody's. */
export const updateContacts: DrawJob = (dice) => {
	const emails = addresses(9);
	const items = Array.from({ length: 16 }, (_, index) => ({
		email: dice.chance(0.1) ? 'nobody@example.com' : dice.pick(emails),
		text: `Name ${index}`,
	}));
	return {
		name: 'contact update',
		items,
		prepare({ store }) {
			for (const email of emails) store.addContact({ email });
		},
		asks: ({ email, text }) => [`${email} is ${text}`],
		deeds: ({ email, name }) => [`${email} is ${name}`],
		isAnswered: ({ email, text }, [json]) => json.email === email && json.name === text,
		wrongState: (fates, { store }) => wrongValues(items, fates, store),
	};
};
