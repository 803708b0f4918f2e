import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { paceOf } from '../../tools/paceOf';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { TogetherResult } from './sendTogether';
import type { Checks } from '../support/Checks';
import type { Cluster } from '../../tools/queue/startCluster';

const LIMIT_PER_SECOND = 10;

interface Run {
	checks: Checks;
	cluster: Cluster;
	sandbox: Sandbox;
	together: TogetherResult;
	parts: WorkerPart[];
}

/** Holds what n8n and the service say about one run against each other. */
export async function checkRun({
	checks,
	cluster,
	sandbox,
	together: { senders, upsert },
	parts,
}: Run) {
	const { store, journal } = sandbox;
	const results = [upsert.result, ...senders.map(({ result }) => result)];
	const emails = senders.flatMap((sender) => sender.emails);

	await checks.check('every execution succeeds', () => {
		const statuses = results.map(({ status, execution }) => [status, execution.status]);
		assert.deepEqual(
			statuses,
			results.map(() => [200, 'success']),
		);
	});
	await checks.check('every item comes out, paired with its input', () => {
		for (const sender of senders) {
			const expected = sender.emails.map((from) => ({
				out: { success: true, to: from.email },
				from,
			}));
			assert.deepEqual(sender.result.items, expected);
		}
		const expected = upsert.contacts.map((from) => ({
			out: { success: true, email: from.email },
			from,
		}));
		assert.deepEqual(upsert.result.items, expected);
	});
	await checks.check(`each of ${emails.length} emails is sent exactly once`, () => {
		const sent = store.mails.map(({ to, subject }) => `${subject} to ${to}`);
		const wanted = emails.map(({ email, subject }) => `${subject} to ${email}`);
		assert.deepEqual(sent.sort(), wanted.sort());
	});
	await checks.check(`all ${upsert.contacts.length} contacts arrive, 100 to a request`, () => {
		// A call that was answered 429 is stored after one that began later.
		const stored = [...store.contacts.values()].map(({ email, name }) => [email, name]);
		const sent = upsert.contacts.map(({ email, name }) => [email, name]);
		assert.deepEqual(stored.sort(), sent.sort());
		const calls = journal.filter(({ path, acted }) => path === '/contacts/create_many' && acted);
		assert.equal(calls.length, 3);
	});
	await checks.check('every worker sends, and they do so at the same time', () => {
		assert.ok(parts.every(({ emails }) => emails > 0));
		const lastStart = Math.max(...parts.map(({ first }) => first));
		const firstEnd = Math.min(...parts.map(({ last }) => last));
		assert.ok(lastStart < firstEnd, 'One worker began after another had ended');
	});
	await checks.check('the service accepts no more than ten requests in any second', () => {
		assert.ok(paceOf(journal).mostInASecond <= LIMIT_PER_SECOND);
	});
	await checks.check('the service refuses nothing but what is too early', () => {
		const others = journal.filter(({ status }) => status !== 200 && status !== 429);
		assert.deepEqual(others, []);
	});
	await checks.check("the API key is in none of n8n's logs", async () => {
		for (const file of cluster.logFiles) {
			assert.ok(!(await readFile(file, 'utf8')).includes(sandbox.apiKey), file);
		}
	});
}

interface WorkerPart {
	name: string;
	/** The names of those that send emails. */
	executions: string[];
	emails: number;
	/** When its first email arrived at the service, by the service's clock. */
	first: number;
	last: number;
}

/** What each worker has sent: its log names the executions, and the subjects name the execution. */
export async function workerParts({
	cluster,
	sandbox: { journal },
	together,
}: Pick<Run, 'cluster' | 'sandbox' | 'together'>): Promise<WorkerPart[]> {
	const mails = journal.filter(({ acted, path }) => acted && path === '/email/transactional');
	return await Promise.all(
		cluster.workers.map(async (worker) => {
			const ids = await worker.executions();
			const senders = together.senders.filter(({ result }) => ids.includes(result.execution.id));
			const subjects = senders.flatMap(({ emails }) => emails.map(({ subject }) => subject));
			const times = mails
				.filter(({ body }) => subjects.includes((body as { subject: string }).subject))
				.map(({ at }) => at);
			return {
				name: worker.name,
				executions: senders.map(({ name }) => name),
				emails: times.length,
				first: times[0] ?? Infinity,
				last: times.at(-1) ?? -Infinity,
			};
		}),
	);
}
