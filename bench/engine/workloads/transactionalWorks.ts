import { fetched } from './fetched';
import { jsonPost } from './jsonPost';
import type { Work } from './Work';

const content = {
	to: '={{ $json.email }}',
	subject: '=Hello {{ $json.name }}',
	bodyFormat: 'markdown',
	body: '=Your plan is **{{ $json.plan }}**.',
};
const mailroom = { resource: 'email', operation: 'sendTransactional', ...content, options: {} };

export const transactionalWorks = {
	sendTransactional: {
		mailroom,
		httpRequest: (url) => ({
			...jsonPost(`${url}/email/transactional`),
			specifyBody: 'keypair',
			bodyParameters: {
				parameters: Object.entries(content).map(([name, value]) => ({ name, value })),
			},
		}),
	},
	/** No item has an address. */
	sendTransactionalInvalid: { mailroom: { ...mailroom, to: '={{ $json.name }}' } },
	/** Each recipient gets at most one. */
	sendTransactionalOnce: {
		mailroom: { ...mailroom, options: { sendOnceKey: 'welcome', sendOnceHistory: 100_000 } },
	},
	sendFetchedTransactional: { mailroom: { ...mailroom, body: fetched.body }, text: fetched.text },
} satisfies Record<string, Work>;
