import type { DrawJob } from '../drawJobs';

/** The service takes this for no address, the node does. */
export const REFUSED = '.nobody@example.com';

/** One email for each item, each with a subject of its own. */
export const sendTransactional: DrawJob = (dice) => ({
	name: 'email sendTransactional',
	parameters: { to: '={{ $json.to }}', subject: '={{ $json.subject }}', body: 'Hello' },
	items: Array.from({ length: 14 }, (_, index) => ({
		to: dice.chance(0.1) ? REFUSED : `person${index}@example.com`,
		subject: `Receipt ${index}`,
	})),
	prepare() {},
	asks: ({ to, subject }) => [`${subject} to ${to}`],
	deeds: ({ to, subject }) => [`${subject} to ${to}`],
	done: ({ store }) => store.mails.map(({ to, subject }) => `${subject} to ${to}`),
	atMost: () => 1,
	isAnswered: ({ to }, [json]) => json.success === true && json.to === to,
});
