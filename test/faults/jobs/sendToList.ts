import { addresses } from './addresses';
import type { Data, DrawJob } from '../drawJobs';

export const UNKNOWN_LIST = 'unknown';
const LISTS = ['newsletter', 'product-updates'];

/** Newsletters, some of them twice. */
export const sendToList: DrawJob = (dice) => {
	const subscribers = addresses(3);
	const items = Array.from({ length: 16 }, () => ({
		list: dice.chance(0.1) ? UNKNOWN_LIST : dice.pick(LISTS),
		text: `Newsletter ${dice.integer(1, 6)}`,
	}));
	const asks = ({ list, text }: Data) =>
		subscribers.map((address) => `${text} on ${list} to ${address}`);

	return {
		name: 'email sendToList',
		parameters: { options: { severalEmails: 'sendDifferent' } },
		items,
		prepare({ store }) {
			for (const email of subscribers) {
				store.addContact({ email, subscribedToLists: LISTS });
			}
		},
		asks,
		deeds: ({ list, subject }) => asks({ list, text: subject }),
		done: ({ store }) =>
			store.mails.map(({ to, list, subject }) => `${subject} on ${list} to ${to}`),
		atMost: () => 1,
		isExpected: ({ list }, [json]) => json.success === true && json.list === list,
	};
};
