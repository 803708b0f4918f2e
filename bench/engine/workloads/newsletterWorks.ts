import { contacts } from './contacts';
import { fetched } from './fetched';
import type { Work } from './Work';

const newsletter = {
	list: { __rl: true, mode: 'name', value: 'important' },
	subject: 'Hello {{firstName}}',
	bodyFormat: 'markdown',
	body: 'Your plan **changes** soon.',
	delivery: 'now',
	options: {},
};
const toContacts = {
	...{ resource: 'email', operation: 'sendToContacts', ...newsletter },
	contactEmails: '={{ $json.email }}',
};
const toList = { resource: 'email', operation: 'sendToList', ...newsletter };

/** 110 kB. */
const LONG_BODY = 'Your plan **changes** soon. '.repeat(4_000);
const RECIPIENTS = 100;
const FIRST_DATE = Date.UTC(2040, 0, 1);
const HOUR_MS = 3_600_000;

export const newsletterWorks = {
	sendToContacts: { mailroom: toContacts },
	/** Each recipient gets at most one. */
	sendToContactsOnce: {
		mailroom: { ...toContacts, options: { sendOnceKey: 'plan', sendOnceHistory: 100_000 } },
	},
	sendLongToContacts: { mailroom: { ...toContacts, body: LONG_BODY } },
	sendFetchedToContacts: { mailroom: { ...toContacts, body: fetched.body }, text: fetched.text },
	/** Each item has a hundred recipients. */
	sendToManyContacts: {
		mailroom: { ...toContacts, contactEmails: '={{ $json.emails }}' },
		items: (count) => {
			const emails = contacts(count * RECIPIENTS).map(({ email }) => email);
			return Array.from({ length: count }, (_, index) => ({
				emails: emails.slice(index * RECIPIENTS, (index + 1) * RECIPIENTS),
			}));
		},
	},
	/** All items contain the same email. */
	sendToList: { mailroom: toList },
	sendFetchedToList: { mailroom: { ...toList, body: fetched.body }, text: fetched.text },
	/** Each item has its own date. */
	sendToListByDate: {
		mailroom: {
			...{ ...toList, delivery: 'date', delayUntilDate: '={{ $json.date }}' },
			options: { severalEmails: 'sendDifferent' },
		},
		items: (count) =>
			Array.from({ length: count }, (_, index) => ({
				date: new Date(FIRST_DATE + index * HOUR_MS).toISOString(),
			})),
	},
} satisfies Record<string, Work>;
