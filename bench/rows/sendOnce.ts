import { setTimeout as wait } from 'node:timers/promises';
import { N8nClient } from '../../tools/n8n/N8nClient';
import { chain, publishWebhook } from '../../tools/n8n/publishWebhook';
import { INPUT, MAILROOM, type N8nAccess } from '../../tools/n8n/runInN8n';
import { saveSandboxCredential } from '../../tools/n8n/saveSandboxCredential';
import { startN8n } from '../../tools/n8n/startN8n';
import { watchRowWrites, type RowWrites } from '../../tools/n8n/watchRowWrites';
import { paceOf } from '../../tools/paceOf';
import { freePort } from '../../tools/process/freePort';
import { waitUntil } from '../../tools/process/waitUntil';
import { deliveryOf } from '../deliveryOf';
import { works } from '../engine/workloads';
import { contacts, emails, storedContacts } from '../engine/workloads/contacts';
import { deliveryGoal, paceGoal, LIMIT_PER_SECOND, type Goal } from '../report/goals';
import { rowOf, type Row } from '../report/rowOf';
import { count, megabytes, percent } from '../report/numbers';
import { startSandboxProcess } from '../startSandboxProcess';
import type { Bench } from '../prepare';

interface Send {
	title: string;
	work: 'sendTransactionalOnce' | 'sendToContactsOnce';
	itemCount: number;
	mostWrites: number;
	/** Undefined for a single request, which has no pace. */
	leastShare?: number;
}

const HISTORY = 10_000;
const SENDS: Send[] = [
	{ title: 'transactional email', work: 'sendTransactionalOnce', itemCount: 1, mostWrites: 8 },
	{
		...{ title: 'transactional emails', work: 'sendTransactionalOnce' },
		...{ itemCount: 300, mostWrites: 600, leastShare: 0.9 },
	},
	{
		...{ title: 'recipients of Send to Contacts', work: 'sendToContactsOnce' },
		...{ itemCount: 20_000, mostWrites: 800, leastShare: 0.5 },
	},
];
const MOST_SECONDS_AFTER = 15;
const WATCHED_AFTER_MS = 2 * MOST_SECONDS_AFTER * 1000;
const RUN_LIMIT_MS = 10 * 60_000;
/** Of an n8n that only this machine can reach, for as long as it runs. */
const LOGIN = { email: 'ada@example.com', password: 'Mailroom-bench-1' };

/** Measures sends with a Send Once Key in a real n8n, and how often n8n writes the history. */
export async function sendOnce(bench: Bench): Promise<Row> {
	const goals: Goal[] = [];
	const rows: string[][] = [];
	const { install, folder: userFolder } = bench;
	const n8n = await startN8n({ install, userFolder, port: await freePort() });
	try {
		const client = new N8nClient(n8n.url);
		await client.logIn(LOGIN);
		const rowWrites = await watchRowWrites({ install, userFolder });
		for (const send of SENDS) {
			const itemCount = Math.ceil(send.itemCount * bench.scale);
			const result = await measure({ n8n, client, rowWrites }, { ...send, itemCount });
			goals.push(...result.goals);
			rows.push(result.cells);
			console.log(`  ${result.cells.join(', ')}`);
		}
	} finally {
		await n8n.stop();
	}
	const head = [
		...['work', 'share of the limit', 'whole run', 'row writes', 'bytes written'],
		...['last write after the run', 'lost', 'duplicates'],
	];
	return rowOf(goals, { head, rows });
}

async function measure(
	{ n8n, client, rowWrites }: Omit<N8nAccess, 'credential'> & { rowWrites: RowWrites },
	{ title, work, itemCount, mostWrites, leastShare }: Send,
): Promise<{ goals: Goal[]; cells: string[] }> {
	const sandbox = await startSandboxProcess();
	try {
		const subscribed = { subscribedToLists: ['important'] };
		await sandbox.seed(storedContacts(itemCount).map((contact) => ({ ...contact, ...subscribed })));
		const credential = await saveSandboxCredential(client, sandbox);
		const workflow = await publishWork({ n8n, client, credential }, work);
		await rowWrites.fillHistory(workflow, HISTORY);

		const items = contacts(itemCount);
		const { start, end } = await run(client, workflow, items);
		await wait(WATCHED_AFTER_MS);

		const journal = await sandbox.journal();
		const delivery = deliveryOf(journal, emails(itemCount));
		const writes = await rowWrites.of(workflow);
		const bytes = writes.reduce((sum, write) => sum + write.bytes, 0);
		const secondsAfter = Math.max(0, (writes[writes.length - 1].at - end) / 1000);
		const { perSecond } = paceOf(journal);
		const name = `${count(itemCount)} ${title}`;
		const goals = [
			{
				work: name,
				toReach: `at most ${count(mostWrites)} row writes`,
				measured: count(writes.length),
				isMet: writes.length <= mostWrites,
			},
			{
				work: name,
				toReach: `last write at most ${MOST_SECONDS_AFTER} s after the run`,
				measured: `${secondsAfter.toFixed(1)} s`,
				isMet: secondsAfter <= MOST_SECONDS_AFTER,
			},
			deliveryGoal(name, delivery),
			...(leastShare === undefined ? [] : [paceGoal(name, perSecond, leastShare)]),
		];
		const cells = [
			...[name, leastShare === undefined ? '' : percent(perSecond / LIMIT_PER_SECOND)],
			...[`${((end - start) / 1000).toFixed(1)} s`, count(writes.length), megabytes(bytes)],
			...[`${secondsAfter.toFixed(1)} s`, count(delivery.lost), count(delivery.duplicates)],
		];
		return { goals, cells };
	} finally {
		await sandbox.stop();
	}
}

async function publishWork({ n8n, client, credential }: N8nAccess, work: Send['work']) {
	const name = 'Mailroom';
	const { mailroom: parameters } = works[work];
	const node = { ...MAILROOM, name, parameters, credentials: { mailroomApi: credential } };
	const { workflow, call } = await publishWebhook(
		{ n8n, client },
		{
			nodes: [INPUT, node],
			connections: chain('Webhook', INPUT.name, name),
			// The response would add the time to write 20,000 items as JSON.
			responseMode: 'onReceived',
		},
	);
	return { ...workflow, call };
}

/** @returns when the execution started and ended, in ms since 1970 */
async function run(
	client: N8nClient,
	{ id, call }: Awaited<ReturnType<typeof publishWork>>,
	items: object[],
) {
	await call({ items });
	const isOver = async () => {
		const [execution] = await client.executions(id);
		return typeof execution?.stoppedAt === 'string';
	};
	await waitUntil(isOver, { limitMs: RUN_LIMIT_MS, what: 'the execution is over' });
	const [{ status, startedAt, stoppedAt }] = await client.executions(id);
	if (status !== 'success') throw new Error(`The execution ended with ${status}`);
	return { start: Date.parse(startedAt), end: Date.parse(String(stoppedAt)) };
}
