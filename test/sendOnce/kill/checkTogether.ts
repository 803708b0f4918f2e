import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { paceOf } from '../../../tools/paceOf';
import { runInN8n, type N8nAccess } from '../../../tools/n8n/runInN8n';
import type { Bench } from './Bench';
import type { Cluster } from '../../../tools/queue/startCluster';

const SENDERS = 6;
const EMAILS_PER_SENDER = 20;

/**
 * Six workflows at the same time on two workers send 20 emails each, half of them with "Stop" (one after the other). Only the
 * service's 429 tells a worker of the other.
 */
export async function checkTogether(bench: Bench, cluster: Cluster) {
	const { n8n, sandbox, checks, say } = bench;
	const { store, journal } = sandbox;
	const sending = Array.from(
		{ length: SENDERS },
		async (_, index) => await send(n8n.access, index),
	);
	const senders = await Promise.all(sending);
	const { perSecond, throttled, requests } = paceOf(journal);
	say(
		`${perSecond.toFixed(1)} requests accepted a second; ${throttled} of ${requests} answered 429`,
	);

	await checks.check('every item comes out of an execution that succeeds, paired', () => {
		for (const { items, emails, status } of senders) {
			assert.equal(status, 200);
			const expected = emails.map((from) => ({ out: { success: true, to: from.email }, from }));
			assert.deepEqual(items, expected);
		}
	});
	await checks.check('each email is sent exactly once', () => {
		const wanted = senders.flatMap(({ emails }) => emails.map(({ email }) => email));
		assert.deepEqual(store.mails.map(({ to }) => to).sort(), wanted.sort());
	});
	await checks.check('both workers send, and they do so at the same time', async () => {
		const spans = await Promise.all(
			cluster.workers.map(async (worker) => {
				const ids = await worker.executions();
				const own = senders.filter(({ execution }) => ids.includes(execution.id));
				const emails = own.flatMap((sender) => sender.emails.map(({ email }) => email));
				return journal
					.filter(({ acted, body }) => acted && emails.includes((body as { to: string }).to))
					.map(({ at }) => at);
			}),
		);
		const lastStart = Math.max(...spans.map(([first = Infinity]) => first));
		const firstEnd = Math.min(...spans.map((span) => span.at(-1) ?? -Infinity));
		assert.ok(lastStart < firstEnd, 'One worker began after another had ended');
	});
	await checks.check('nothing but a 429 keeps the service from accepting a request', () => {
		const others = journal.filter(({ status }) => status !== 200 && status !== 429);
		assert.deepEqual(others, []);
	});
	await checks.check("the API key is in none of n8n's logs", async () => {
		for (const file of cluster.logFiles) {
			assert.ok(!(await readFile(file, 'utf8')).includes(sandbox.apiKey), file);
		}
	});
}

async function send(access: N8nAccess, sender: number) {
	const emails = Array.from({ length: EMAILS_PER_SENDER }, (_, index) => ({
		email: `reader${sender}-${index + 1}@example.com`,
		text: `News ${index + 1}`,
	}));
	const result = await runInN8n(access, {
		items: emails,
		onError: sender % 2 === 0 ? 'stopWorkflow' : 'continueRegularOutput',
		parameters: {
			...{ resource: 'email', operation: 'sendTransactional' },
			...{ to: '={{ $json.email }}', subject: '={{ $json.text }}', body: 'Hello!' },
		},
	});
	return { ...result, emails };
}
