import { contacts } from './contacts';
import { fetched, newsletter } from './newsletter';
import type { Work } from '.';

const mailroom = {
	resource: 'email',
	operation: 'sendToContacts',
	...newsletter,
	contactEmails: '={{ $json.email }}',
};

export const sendToContacts: Work = { mailroom };

const RECIPIENTS = 100;

/** Each item has a hundred recipients. */
export const sendToManyContacts: Work = {
	mailroom: { ...mailroom, contactEmails: '={{ $json.emails }}' },
	items: (count) => {
		const emails = contacts(count * RECIPIENTS).map(({ email }) => email);
		return Array.from({ length: count }, (_, index) => ({
			emails: emails.slice(index * RECIPIENTS, (index + 1) * RECIPIENTS),
		}));
	},
};

const LONG_BODY = 'Your plan **changes** soon. '.repeat(4_000);

/** All items hold the same email of 110 kB. */
export const sendLongToContacts: Work = { mailroom: { ...mailroom, body: LONG_BODY } };

/** The same, which n8n fetches from another node for each item. */
export const sendFetchedToContacts: Work = {
	mailroom: { ...mailroom, body: fetched.body },
	text: fetched.text,
};
