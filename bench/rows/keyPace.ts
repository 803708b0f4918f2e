import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import { N8nClient } from '../../tools/n8n/N8nClient';
import { chain, publishWebhook } from '../../tools/n8n/publishWebhook';
import { INPUT, MAILROOM, type N8nAccess } from '../../tools/n8n/runInN8n';
import { saveSandboxCredential } from '../../tools/n8n/saveSandboxCredential';
import { startN8n } from '../../tools/n8n/startN8n';
import { freePort } from '../../tools/process/freePort';
import { installServers } from '../../tools/queue/installServers';
import { startPostgres } from '../../tools/queue/startPostgres';
import { deliveryOf } from '../deliveryOf';
import { works } from '../engine/workloads';
import { contacts, emails, storedContacts } from '../engine/workloads/contacts';
import { deliveryGoal, type Goal } from '../report/goals';
import { rowOf, type Row } from '../report/rowOf';
import { startSandboxProcess } from '../startSandboxProcess';
import { unpackNode, packNode } from '../../tools/n8n/packNode';
import type { Bench } from '../prepare';

interface Case {
	title: string;
	work: 'sendTransactional' | 'sendToContacts';
	/** Called at the same moment. */
	executions: number;
	itemsEach: number;
	/** How many times as long as without a Send Once Key. */
	mostTimes: number;
	mostSecondsToFirst?: number;
}

const CASES: Case[] = [
	{
		...{ title: '80 executions of 1 email', work: 'sendTransactional' },
		...{ executions: 80, itemsEach: 1, mostTimes: 1.5, mostSecondsToFirst: 3 },
	},
	{ title: '60 emails', work: 'sendTransactional', executions: 1, itemsEach: 60, mostTimes: 1.1 },
	{ title: '300 emails', work: 'sendTransactional', executions: 1, itemsEach: 300, mostTimes: 1.1 },
	{
		...{ title: '2,000 recipients of Send to Contacts', work: 'sendToContacts' },
		...{ executions: 1, itemsEach: 2_000, mostTimes: 2 },
	},
];
/** Of the sandbox, so that requests overlap. */
const ANSWER_DELAY_MS = 50;
/** An earlier request no longer counts toward the rate limit. */
const QUIET_MS = 1_500;
/** Of an n8n that only this machine can reach, for as long as it runs. */
const LOGIN = { email: 'ada@example.com', password: 'Mailroom-bench-1' };

interface Measured {
	seconds: number;
	secondsToFirst: number;
	delivery: ReturnType<typeof deliveryOf>;
}

/** Measures how much longer sends take with a Send Once Key, in a real n8n with each database. */
export async function keyPace(bench: Bench): Promise<Row> {
	const results = [...(await onDatabase(bench, 'SQLite', {})), ...(await onPostgres(bench))];
	const head = ['database', 'work', 'without', 'with', 'times', 'first email without', 'with'];
	const rows = results.map(({ cells }) => cells);
	return rowOf(
		results.flatMap(({ goals }) => goals),
		{ head, rows },
	);
}

async function onPostgres(bench: Bench) {
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'));
	// PostgreSQL runs as another user, who must reach its folder.
	await chmod(folder, 0o711);
	const servers = await installServers(folder);
	const settings = { programs: servers.postgres, folder: join(folder, 'postgres') };
	const { port, database, user, password, stop } = await startPostgres(settings);
	try {
		return await onDatabase(bench, 'PostgreSQL', {
			...{ DB_TYPE: 'postgresdb', DB_POSTGRESDB_HOST: '127.0.0.1' },
			...{ DB_POSTGRESDB_PORT: `${port}`, DB_POSTGRESDB_DATABASE: database },
			...{ DB_POSTGRESDB_USER: user, DB_POSTGRESDB_PASSWORD: password },
		});
	} finally {
		await stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function onDatabase({ install }: Bench, database: string, env: NodeJS.ProcessEnv) {
	const userFolder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'));
	await unpackNode({ packedFile: await packNode(), userFolder });
	const n8n = await startN8n({ install, userFolder, port: await freePort(), env });
	try {
		const client = new N8nClient(n8n.url);
		await client.logIn(LOGIN);
		const results = [];
		for (const one of CASES) results.push(await compare({ n8n, client }, one, database));
		return results;
	} finally {
		await n8n.stop();
		await rm(userFolder, { recursive: true, force: true });
	}
}

async function compare(access: Omit<N8nAccess, 'credential'>, one: Case, database: string) {
	const { title, mostTimes, mostSecondsToFirst } = one;
	const without = await measure(access, one, '');
	const withKey = await measure(access, one, 'welcome');
	const times = withKey.seconds / without.seconds;
	const work = `${title}, ${database}`;
	const seconds = (value: number) => `${value.toFixed(1)} s`;
	const goals: Goal[] = [
		{
			work,
			toReach: `at most ${mostTimes} times as long as without`,
			measured: times.toFixed(2),
			isMet: times <= mostTimes,
		},
		deliveryGoal(work, withKey.delivery),
	];
	if (mostSecondsToFirst !== undefined) {
		goals.push({
			work,
			toReach: `first email within ${mostSecondsToFirst} s`,
			measured: seconds(withKey.secondsToFirst),
			isMet: withKey.secondsToFirst <= mostSecondsToFirst,
		});
	}
	const cells = [
		...[database, title, seconds(without.seconds), seconds(withKey.seconds), times.toFixed(2)],
		...[seconds(without.secondsToFirst), seconds(withKey.secondsToFirst)],
	];
	console.log(`  ${cells.join(', ')}`);
	return { goals, cells };
}

async function measure(
	{ n8n, client }: Omit<N8nAccess, 'credential'>,
	{ work, executions, itemsEach }: Case,
	sendOnceKey: string,
): Promise<Measured> {
	const sandbox = await startSandboxProcess({ answerDelayMs: ANSWER_DELAY_MS });
	try {
		const itemCount = executions * itemsEach;
		const subscribed = { subscribedToLists: ['important'] };
		await sandbox.seed(storedContacts(itemCount).map((contact) => ({ ...contact, ...subscribed })));
		const credential = await saveSandboxCredential(client, sandbox);
		const options = sendOnceKey === '' ? {} : { sendOnceKey };
		const parameters = { ...works[work].mailroom, options };
		const name = 'Mailroom';
		const node = { ...MAILROOM, name, parameters, credentials: { mailroomApi: credential } };
		const { call } = await publishWebhook(
			{ n8n, client },
			{ nodes: [INPUT, node], connections: chain('Webhook', INPUT.name, name) },
		);
		const all = contacts(itemCount);
		const calls = Array.from({ length: executions }, (_, index) =>
			all.slice(index * itemsEach, (index + 1) * itemsEach),
		);
		// The first entry of the journal, whose time tells how far the clocks of both processes are apart.
		const askedAt = performance.now();
		const headers = { Authorization: `Bearer ${sandbox.apiKey}` };
		await axios.get(`${sandbox.url}/lists?page=1&per=1`, { headers, proxy: false });
		await wait(QUIET_MS);

		const startedAt = performance.now();
		await Promise.all(calls.map(async (items) => await call({ items })));
		const seconds = (performance.now() - startedAt) / 1000;
		const [asked, ...journal] = await sandbox.journal();
		const secondsToFirst = (journal[0].at - asked.at - (startedAt - askedAt)) / 1000;
		return { seconds, secondsToFirst, delivery: deliveryOf(journal, emails(itemCount)) };
	} finally {
		await sandbox.stop();
	}
}
