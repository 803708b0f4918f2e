import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { withCredentials, type Credentials } from '../../../demo/withCredentials';
import { startSandbox, type Sandbox } from '../../../sandbox/startSandbox';
import { repositoryFolder } from '../../../tools/folders';
import { chain, publishWebhook } from '../../../tools/n8n/publishWebhook';
import { saveSandboxCredential } from '../../../tools/n8n/saveSandboxCredential';
import { startCluster, type Cluster } from '../../../tools/queue/startCluster';
import type { N8nClient, WorkflowInput } from '../../../tools/n8n/N8nClient';
import type { PostgresAccess } from '../../../tools/queue/startPostgres';

const WORKERS = 3;
const LOGIN = { username: 'shop', password: 'Mailroom-shop-1' };
/** A busy n8n may never respond for an execution that has ended. */
const CALL_LIMIT_MS = 60_000;
const STATEMENT_LIMIT_MS = 20_000;
const STATEMENT_TRIES = 3;

/** n8n finds out sooner than by its presets (a minute) that a worker is gone. */
const SOONER = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

type Workflow = Awaited<ReturnType<N8nClient['createWorkflow']>>;

/** Shared by all checks: n8n's queue mode with three workers, in which the templates have their credentials. */
export interface Bench {
	cluster: Cluster;
	sandbox: Sandbox;
	/** Decides numbers of calls, moments of kills, and workers. */
	random: () => number;
	say: (line: string) => void;
	/** Creates a template's workflow, as it is or changed, with the table. It is not published. */
	create: (template: WorkflowInput) => Promise<Workflow>;
	/** @returns rows of the database */
	select: <Row>(query: string) => Promise<Row[]>;
	/** Changes rows of the database. */
	change: (statement: string) => Promise<void>;
	/** Makes the service and the table as they were before all checks. */
	reset: () => Promise<void>;
	stop: () => Promise<void>;
}

/** @param file in `examples/`, without its ending */
export async function readTemplate(file: string): Promise<WorkflowInput> {
	return JSON.parse(await readFile(join(repositoryFolder, 'examples', `${file}.json`), 'utf8'));
}

/** Calls the webhook of a template, as a shop does. Resolves with the status, 0 if there is no answer. */
export async function callWebhook({ cluster }: Pick<Bench, 'cluster'>, path: string, body: object) {
	// n8n may close a kept connection just before the next request.
	const httpAgent = new Agent({ keepAlive: false });
	const options = { httpAgent, auth: LOGIN, proxy: false, timeout: CALL_LIMIT_MS } as const;
	const answer = await axios
		.post(`${cluster.url}/webhook/${path}`, body, { ...options, validateStatus: () => true })
		.catch(() => undefined);
	return answer?.status ?? 0;
}

export async function startBench(shared: Pick<Bench, 'random' | 'say'>): Promise<Bench> {
	const sandbox = await startSandbox();
	const cluster = await startCluster({ workerCount: WORKERS, env: SOONER }).catch(async (error) => {
		await sandbox.close();
		throw error;
	});
	const stop = async () => {
		await cluster.stop();
		await sandbox.close();
	};
	try {
		const { client } = cluster;
		const credentials = await saveCredentials(cluster, sandbox);
		const create = async (template: WorkflowInput) => {
			const workflow = await client.createWorkflow(withCredentials(template, credentials));
			await client.run(workflow, 'Set up, once');
			return workflow;
		};
		const database = await openDatabase(cluster, credentials);
		const reset = async () => {
			sandbox.reset();
			await database.change('DELETE FROM sent_emails');
		};
		return { ...shared, cluster, sandbox, create, ...database, reset, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function saveCredentials(
	{ client, postgres }: Cluster,
	sandbox: Sandbox,
): Promise<Credentials> {
	const { username: user, password } = LOGIN;
	return {
		mailroomApi: await saveSandboxCredential(client, sandbox),
		postgres: await client.saveCredential({
			...{ name: 'Postgres account', type: 'postgres' },
			data: { host: '127.0.0.1', ssl: 'disable', ...accessOf(postgres) },
		}),
		httpBasicAuth: await client.saveCredential({
			...{ name: 'Shop login', type: 'httpBasicAuth' },
			data: { user, password },
		}),
	};
}

function accessOf({ port, user, password, database }: PostgresAccess) {
	return { port: String(port), user, password, database };
}

/** Statements run in a workflow: with its Postgres node, n8n is the only client of PostgreSQL that is installed. */
async function openDatabase(cluster: Cluster, { postgres }: Credentials) {
	const query = {
		...{ name: 'Query', type: 'n8n-nodes-base.postgres', typeVersion: 2.6 },
		parameters: { operation: 'executeQuery', query: '{{ $json.body.statement }}', options: {} },
		credentials: { postgres },
	};
	const { call } = await publishWebhook(
		{ n8n: cluster, client: cluster.client },
		{ nodes: [query], connections: chain('Webhook', query.name) },
	);
	/** Statements that may run twice: n8n may not respond for one that has run. */
	const run = async (statement: string, tries = STATEMENT_TRIES): Promise<object[]> => {
		const tooLong = sleep(STATEMENT_LIMIT_MS, undefined, { ref: false });
		const response = await Promise.race([call({ statement }), tooLong]);
		if (response === undefined && tries > 1) return await run(statement, tries - 1);
		if (response?.status === 200) return response.items;
		throw new Error(`PostgreSQL did not run: ${statement}`);
	};
	return {
		select: async <Row>(rows: string) => {
			const statement = `SELECT coalesce(json_agg(found), '[]') AS found FROM (${rows}) AS found`;
			const [{ found }] = (await run(statement)) as Array<{ found: Row[] }>;
			return found;
		},
		change: async (statement: string) => void (await run(statement)),
	};
}
