const { runInN8n } = require('../e2e/runInN8n');

const SENDERS = 6;
const EMAILS_PER_SENDER = 20;
const CONTACTS = 300;

/**
 * @typedef {{ email: string, subject: string }} Email
 * @typedef {{ email: string, name: string }} Contact
 *
 * @typedef {object} TogetherResult
 * @property {Array<{ name: string, emails: Email[], result: import('../e2e/runInN8n').RunResult }>} senders
 * @property {{ contacts: Contact[], result: import('../e2e/runInN8n').RunResult }} upsert
 */

/**
 * Calls seven workflows at the same time: six send 20 emails each, one item one request, and one puts 300 contacts on the
 * service, 100 to a request. With "Stop" an execution sends one email after the other, with "Continue" as many at a time as
 * its worker lets it; half of them do the one, half the other.
 *
 * @param {{ cluster: import('./startCluster').Cluster, credential: import('../../demo/n8nClient').CredentialReference }} options
 * @returns {Promise<TogetherResult>}
 */
async function sendTogether({ cluster: { url, client }, credential }) {
	const n8n = { n8n: { url }, client, credential };
	const contacts = Array.from({ length: CONTACTS }, (_, index) => ({
		email: `contact${index + 1}@example.com`,
		name: `Contact ${index + 1}`,
	}));
	const upserting = runInN8n(n8n, {
		items: contacts,
		parameters: {
			resource: 'contact',
			operation: 'upsert',
			email: '={{ $json.email }}',
			additionalFields: { name: '={{ $json.name }}' },
		},
	});
	const sending = Array.from({ length: SENDERS }, async (_, index) => {
		const name = `Sender ${index + 1}`;
		const emails = emailsOf(index + 1);
		const result = await runInN8n(n8n, {
			items: emails,
			onError: index % 2 === 0 ? 'stopWorkflow' : 'continueRegularOutput',
			parameters: {
				resource: 'email',
				operation: 'sendTransactional',
				to: '={{ $json.email }}',
				subject: '={{ $json.subject }}',
				bodyFormat: 'markdown',
				body: 'Hello!',
			},
		});
		return { name, emails, result };
	});
	const [result, ...senders] = await Promise.all([upserting, ...sending]);
	return { senders, upsert: { contacts, result } };
}

/** @param {number} sender */
function emailsOf(sender) {
	return Array.from({ length: EMAILS_PER_SENDER }, (_, index) => ({
		email: `reader${sender}-${index + 1}@example.com`,
		subject: `Sender ${sender}, number ${index + 1}`,
	}));
}

module.exports = { sendTogether };
