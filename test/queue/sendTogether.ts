import { runInN8n, type RunResult } from '../../tools/runInN8n';
import type { Cluster } from '../../tools/queue/startCluster';
import type { CredentialReference } from '../../tools/N8nClient';

const SENDERS = 6;
const EMAILS_PER_SENDER = 20;
const CONTACTS = 300;

type Email = { email: string; subject: string };

type Contact = { email: string; name: string };

export interface TogetherResult {
	senders: Array<{ name: string; emails: Email[]; result: RunResult }>;
	upsert: { contacts: Contact[]; result: RunResult };
}

/**
 * Calls seven workflows at the same time: six send 20 emails each, one item one request, and one puts 300 contacts on the
 * service, 100 to a request. With "Stop" an execution sends one email after the other, with "Continue" as many at a time as
 * its worker lets it; half of them do the one, half the other.
 */
export async function sendTogether({
	cluster: { url, client },
	credential,
}: {
	cluster: Cluster;
	credential: CredentialReference;
}): Promise<TogetherResult> {
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

function emailsOf(sender: number) {
	return Array.from({ length: EMAILS_PER_SENDER }, (_, index) => ({
		email: `reader${sender}-${index + 1}@example.com`,
		subject: `Sender ${sender}, number ${index + 1}`,
	}));
}
