import { addresses } from './addresses';
import type { DrawJob } from '../drawJobs';

/** Contacts, each with a name of its own; the same address comes again and again, so that there are many calls. */
export const createContacts: DrawJob = (dice) => {
	const emails = addresses(8);
	return {
		name: 'contact create',
		items: Array.from({ length: 40 }, (_, index) => ({
			email: dice.pick(emails),
			text: `Name ${index}`,
			list: dice.chance(0.04) ? 'unknown' : 'newsletter',
		})),
		prepare() {},
		asks: ({ email, text }) => [`${email} is ${text}`],
		deeds: ({ contacts = [] }) => contacts.map((contact) => `${contact.email} is ${contact.name}`),
		atMost: () => 1,
		isAnswered: ({ email }, [json]) => json.success === true && json.email === email,
	};
};
