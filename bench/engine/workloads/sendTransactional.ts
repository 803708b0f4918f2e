import { jsonPost } from './jsonPost';
import { fetched } from './newsletter';
import type { Work } from '.';

const to = '={{ $json.email }}';
const subject = '=Hello {{ $json.name }}';
const body = '=Your plan is **{{ $json.plan }}**.';
const bodyFormat = 'markdown';

export const sendTransactional: Work = {
	mailroom: {
		resource: 'email',
		operation: 'sendTransactional',
		to,
		subject,
		bodyFormat,
		body,
		options: {},
	},
	httpRequest: (url) => ({
		...jsonPost(`${url}/email/transactional`),
		specifyBody: 'keypair',
		bodyParameters: {
			parameters: Object.entries({ to, subject, bodyFormat, body }).map(([name, value]) => ({
				name,
				value,
			})),
		},
	}),
};

/** No item has an address. */
export const sendTransactionalInvalid: Work = {
	mailroom: { ...sendTransactional.mailroom, to: '={{ $json.name }}' },
};

/** Each recipient gets at most one. */
export const sendTransactionalOnce: Work = {
	mailroom: {
		...sendTransactional.mailroom,
		options: { sendOnceKey: 'welcome', sendOnceHistory: 100_000 },
	},
};

/** An email of 100 kB, which n8n fetches from another node for each item. */
export const sendFetchedTransactional: Work = {
	mailroom: { ...sendTransactional.mailroom, body: fetched.body },
	text: fetched.text,
};
