const { runInN8n } = require('../e2e/runInN8n');

const EMAILS_PER_EXECUTION = 30;
const CONTACTS = 300;
/**
 * Executions that send emails. With "Stop" an execution sends one after the other, with "Continue" as many at a time as its
 * worker lets it.
 *
 * @type {Array<{ name: string, onError: 'stopWorkflow' | 'continueRegularOutput' }>}
 */
const SENDERS = [
	{ name: 'North', onError: 'stopWorkflow' },
	{ name: 'East', onError: 'stopWorkflow' },
	{ name: 'South', onError: 'continueRegularOutput' },
	{ name: 'West', onError: 'continueRegularOutput' },
];

/**
 * @typedef {{ email: string, subject: string }} Email
 * @typedef {{ email: string, name: string }} Contact
 *
 * @typedef {object} TogetherResult
 * @property {Array<{ name: string, emails: Email[], result: import('../e2e/runInN8n').RunResult }>} senders
 * @property {{ contacts: Contact[], result: import('../e2e/runInN8n').RunResult }} upsert
 */

/**
 * Calls five workflows at the same time: four send 30 emails each, one item one request, and one puts 300 contacts on the
 * service, 100 to a request.
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
	const sending = SENDERS.map(async ({ name, onError }) => {
		const emails = emailsOf(name);
		const result = await runInN8n(n8n, {
			items: emails,
			onError,
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

/** @param {string} name */
function emailsOf(name) {
	return Array.from({ length: EMAILS_PER_EXECUTION }, (_, index) => ({
		email: `${name.toLowerCase()}${index + 1}@example.com`,
		subject: `${name}, number ${index + 1}`,
	}));
}

module.exports = { sendTogether };
