import { addresses } from './addresses';
import type { DrawJob } from '../drawJobs';

/** Portal sessions, each with its own return URL. */
export const createPortalSessions: DrawJob = (dice) => {
	const emails = addresses(3);
	return {
		name: 'portalSession create',
		parameters: { returnUrl: '={{ $json.returnUrl }}' },
		items: Array.from({ length: 10 }, (_, index) => ({
			email: dice.chance(0.1) ? 'nobody@example.com' : dice.pick(emails),
			returnUrl: `https://example.com/${index}`,
		})),
		prepare({ store }) {
			for (const email of emails) store.addContact({ email });
		},
		asks: ({ returnUrl }) => [`session ${returnUrl}`],
		deeds: ({ returnURL }) => [`session ${returnURL}`],
		done: ({ store }) =>
			[...store.portalSessions.values()].map(({ returnURL }) => `session ${returnURL}`),
		atMost: () => 1,
		isExpected: ({ returnUrl }, [json]) => json.returnURL === returnUrl,
	};
};
