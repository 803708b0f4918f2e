import { startCluster, type Cluster } from '../../tools/queue/startCluster';
import { runInN8n } from '../../tools/runInN8n';
import { works } from '../engine/workloads';
import { contacts } from '../engine/workloads/contacts';
import { goalTable, type Row } from '../report/goalTable';
import { markdownTable } from '../report/markdownTable';
import { count, percent } from '../report/numbers';
import { startSandboxProcess, type SandboxProcess } from '../startSandboxProcess';
import { deliveryOf, paceOf } from '../traffic';
import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';
import type { Bench } from '../prepare';

const WORKERS = 2;
const LIMIT_PER_SECOND = 10;
const LEAST_SHARE = 0.9;
const MOST_THROTTLED = 0.15;

/** Two workers of n8n's queue mode, neither of which knows of the other. */
export async function workers({ scale, say }: Bench): Promise<Row> {
	const perWorker = 300 * scale;
	const items = contacts(WORKERS * perWorker);
	const sandbox = await startSandboxProcess();
	try {
		// A worker that takes one execution at a time leaves the next to the other.
		const cluster = await startCluster({ workerCount: WORKERS, concurrency: 1, say });
		try {
			const parts = Array.from({ length: WORKERS }, (_, index) =>
				items.slice(index * perWorker, (index + 1) * perWorker),
			);
			const seconds = await sendTogether({ cluster, sandbox, parts });
			const journal = await sandbox.journal();
			const emails = parts.map((part) => part.map(({ email }) => email));
			return rowOf({ work: workName(perWorker), journal, emails, seconds });
		} finally {
			await cluster.stop();
		}
	} finally {
		await sandbox.stop();
	}
}

const workName = (perWorker: number) => `${WORKERS} workers, ${count(perWorker)} emails each`;

/**
 * @param run.parts the items of each execution
 * @returns how many seconds it took
 */
async function sendTogether({
	cluster: { url, client, workers },
	sandbox,
	parts,
}: {
	cluster: Cluster;
	sandbox: SandboxProcess;
	parts: ReturnType<typeof contacts>[];
}): Promise<number> {
	const { url: baseUrl, apiKey } = sandbox;
	const credential = await client.saveCredential({
		name: 'Mailroom account',
		type: 'mailroomApi',
		data: { baseUrl, apiKey, allowHttp: false },
	});
	const start = performance.now();
	const results = await Promise.all(
		parts.map((items) =>
			runInN8n(
				{ n8n: { url }, client, credential },
				{ items, parameters: works.sendTransactional.mailroom },
			),
		),
	);
	const seconds = (performance.now() - start) / 1000;
	const failed = results.find(({ execution }) => execution.status !== 'success');
	if (failed) throw new Error(`An execution ended with ${failed.execution.status}`);
	const executions = await Promise.all(workers.map((worker) => worker.executions()));
	if (executions.some(({ length }) => length !== 1)) {
		throw new Error('The executions were not spread over the workers');
	}
	return seconds;
}

/** @param run.emails of each execution */
function rowOf({
	work,
	journal,
	emails,
	seconds,
}: {
	work: string;
	journal: JournalEntry[];
	emails: string[][];
	seconds: number;
}) {
	const { requests, throttled, perSecond } = paceOf(journal);
	const { lost, doubled } = deliveryOf(journal, emails.flat());
	const whileAllSend = paceOf(untilOneEnds(journal, emails)).perSecond;
	const goals = [
		{
			work,
			toReach: `together at least ${percent(LEAST_SHARE)} of ${LIMIT_PER_SECOND} per second`,
			measured: percent(perSecond / LIMIT_PER_SECOND),
			isMet: perSecond >= LEAST_SHARE * LIMIT_PER_SECOND,
		},
		{
			work,
			toReach: `at most ${percent(MOST_THROTTLED)} answered 429`,
			measured: percent(throttled / requests),
			isMet: throttled / requests <= MOST_THROTTLED,
		},
		{
			work,
			toReach: 'none lost, none doubled',
			measured: `${lost} lost, ${doubled} doubled`,
			isMet: lost === 0 && doubled === 0,
		},
	];
	const table = markdownTable(
		['requests', 'answered 429', 'per second', 'per second until one ends', 'whole run'],
		[
			[
				count(requests),
				count(throttled),
				perSecond.toFixed(2),
				whileAllSend.toFixed(2),
				`${seconds.toFixed(1)} s`,
			],
		],
	);
	return { goals, report: `${goalTable(goals)}\n\n${table}` };
}

/**
 * The part of the journal in which all executions have something to send.
 *
 * @param emails of each execution
 */
function untilOneEnds(journal: JournalEntry[], emails: string[][]) {
	const receivers = journal.map(({ body }) => (body as { to: string }).to);
	const ends = emails.map((part) => Math.max(...part.map((email) => receivers.lastIndexOf(email))));
	return journal.slice(0, Math.min(...ends) + 1);
}
