import { fetched, newsletter } from './newsletter';
import type { Work } from '.';

const mailroom = { resource: 'email', operation: 'sendToList', ...newsletter };

/** All items hold the same email. */
export const sendToList: Work = { mailroom };

const FIRST_DATE = Date.UTC(2040, 0, 1);
const HOUR_MS = 3_600_000;

/** Each item has a date of its own. */
export const sendToListByDate: Work = {
	mailroom: {
		...mailroom,
		delivery: 'date',
		delayUntilDate: '={{ $json.date }}',
		options: { severalEmails: 'sendDifferent' },
	},
	items: (count) =>
		Array.from({ length: count }, (_, index) => ({
			date: new Date(FIRST_DATE + index * HOUR_MS).toISOString(),
		})),
};

const LONG_BODY = 'Your plan **changes** soon. '.repeat(4_000);

/** All items hold the same email of 110 kB. */
export const sendLongToList: Work = { mailroom: { ...mailroom, body: LONG_BODY } };

/** The same, which n8n fetches from another node for each item. */
export const sendFetchedToList: Work = {
	mailroom: { ...mailroom, body: fetched.body },
	text: fetched.text,
};
