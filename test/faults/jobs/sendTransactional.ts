import type { DrawJob } from '../drawJobs';

/** The service takes this for no address, the node does. */
export const REFUSED = 'nobody@example-.com';

/** One email for each item, each with a subject of its own. */
export const sendTransactional: DrawJob = (dice) => ({
	name: 'email sendTransactional',
	items: Array.from({ length: 14 }, (_, index) => ({
		email: dice.chance(0.1) ? REFUSED : `person${index}@example.com`,
		text: `Receipt ${index}`,
	})),
	prepare() {},
	asks: ({ email, text }) => [`${text} to ${email}`],
	deeds: ({ to, subject }) => [`${subject} to ${to}`],
	done: ({ store }) => store.mails.map(({ to, subject }) => `${subject} to ${to}`),
	atMost: () => 1,
	isAnswered: ({ email }, [json]) => json.success === true && json.to === email,
});
