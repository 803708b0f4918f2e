import type { DrawJob } from '../drawJobs';

/** An address that the node accepts and the service rejects. */
export const REJECTED = 'nobody@example-.com';

/** One email for each item, each with its own subject. */
export const sendTransactional: DrawJob = (dice) => ({
	name: 'email sendTransactional',
	items: Array.from({ length: 14 }, (_, index) => ({
		email: dice.chance(0.1) ? REJECTED : `person${index}@example.com`,
		text: `Receipt ${index}`,
	})),
	prepare() {},
	asks: ({ email, text }) => [`${text} to ${email}`],
	deeds: ({ to, subject }) => [`${subject} to ${to}`],
	done: ({ store }) => store.mails.map(({ to, subject }) => `${subject} to ${to}`),
	atMost: () => 1,
	isExpected: ({ email }, [json]) => json.success === true && json.to === email,
});
