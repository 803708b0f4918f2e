import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../process/freePort';
import { say } from '../process/say';
import { installN8n } from '../n8n/installN8n';
import { N8nClient } from '../n8n/N8nClient';
import { packNode, unpackNode } from '../n8n/packNode';
import { startN8n } from '../n8n/startN8n';
import { installServers } from './installServers';
import { logTails } from './logTails';
import { startPostgres, type PostgresAccess } from './startPostgres';
import { startRedis } from './startRedis';
import type { RunningDatabase } from './startDatabase';

/** Login of the cluster's owner. Only this machine can reach the cluster. */
const LOGIN = { email: 'ada@example.com', password: 'Mailroom-queue-1' };

interface Worker {
	/** File with the worker's output. */
	logFile: string;
	/** IDs of executions that the worker has run or is running. */
	executions: () => Promise<string[]>;
	/** Kills the worker and starts it again with a new log. */
	crash: () => Promise<void>;
}

export interface Cluster {
	/** Address for calls of workflows. */
	url: string;
	/** Client with the owner's login. */
	client: N8nClient;
	/** Of n8n. */
	version: string;
	workers: Worker[];
	/** The database of n8n. */
	postgres: PostgresAccess;
	/** Of the main process and the workers. */
	logFiles: string[];
	/** Folder with all data of the cluster. */
	folder: string;
	/** Ends everything and removes the folder. */
	stop: () => Promise<void>;
}

/**
 * Starts n8n's queue mode, as on several machines: a main process, which receives the calls, and workers, which run the
 * workflows. Each process has its own folder with the packed node. They share PostgreSQL and Redis.
 *
 * @param options `workerCount` is two by default. `concurrency` is the number of executions that a worker runs at the same
 * time. `env` is for all processes. `pinnedIn` is the folder of a lockfile, for another version of n8n
 */
export async function startCluster({
	workerCount = 2,
	concurrency = 10,
	env = {},
	pinnedIn,
}: {
	workerCount?: number;
	concurrency?: number;
	env?: NodeJS.ProcessEnv;
	pinnedIn?: string;
} = {}): Promise<Cluster> {
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-queue-'));
	// PostgreSQL runs as another user, who must reach its folder.
	await chmod(folder, 0o711);
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		// Last started, first stopped: n8n before its database.
		for (const stopOne of stops.splice(0).reverse()) await stopOne();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		const install = await installN8n(pinnedIn);
		const servers = await installServers(folder);
		const packedFile = await packNode();

		say('Starting Redis and PostgreSQL ...');
		const redis = await startRedis({ program: servers.redis, folder: join(folder, 'redis') });
		stops.push(redis.stop);
		const postgres = await startPostgres({
			programs: servers.postgres,
			folder: join(folder, 'postgres'),
		});
		stops.push(postgres.stop);

		const sharedEnv = { ...sharedEnvironment({ redis, postgres }), ...env };
		const start = async (name: string, command?: string[]) => {
			const userFolder = join(folder, name);
			await unpackNode({ packedFile, userFolder });
			const port = await freePort();
			const ownEnv = { ...sharedEnv, QUEUE_HEALTH_CHECK_PORT: String(port) };
			const run = async () => await startN8n({ install, userFolder, port, command, env: ownEnv });
			let n8n = await run();
			stops.push(async () => await n8n.stop());
			const crash = async () => {
				await n8n.kill();
				n8n = await run();
			};
			return { url: n8n.url, logFile: n8n.logFile, crash };
		};

		say(`Starting n8n ${install.version}: the main process ...`);
		const main = await start('main');
		const client = new N8nClient(main.url);
		await client.logIn(LOGIN);
		say('Starting the workers ...');
		const workers = await settleAll(
			Array.from({ length: workerCount }, async (_, index) => {
				const name = `worker-${index + 1}`;
				const { logFile, crash } = await start(name, ['worker', `--concurrency=${concurrency}`]);
				return { logFile, executions: () => startedExecutions(logFile), crash };
			}),
		);
		const logFiles = [main, ...workers].map(({ logFile }) => logFile);
		const { version } = install;
		return { url: main.url, client, version, workers, postgres, logFiles, folder, stop };
	} catch (error) {
		const tails = await logTails(folder);
		await stop();
		throw new Error(`${error instanceof Error ? error.message : error}\n${tails}`);
	}
}

/** Settings that all processes of queue mode share. */
function sharedEnvironment({
	redis,
	postgres,
}: {
	redis: RunningDatabase;
	postgres: PostgresAccess;
}): NodeJS.ProcessEnv {
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomUUID(),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: postgres.password,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_BULL_REDIS_PASSWORD: redis.password,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		// A worker tells which executions it runs only in its log.
		N8N_LOG_LEVEL: 'info',
	};
}

/** @param logFile of a worker */
async function startedExecutions(logFile: string) {
	const log = await readFile(logFile, 'utf8');
	return [...log.matchAll(/Worker started execution (\d+) /g)].map(([, id]) => id);
}

/** Like `Promise.all`, but waits for all promises before it fails. */
async function settleAll<T>(promises: Array<Promise<T>>) {
	await Promise.allSettled(promises);
	return await Promise.all(promises);
}
