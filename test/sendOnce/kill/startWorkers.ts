import { saveSandboxCredential } from '../../../tools/n8n/saveSandboxCredential';
import { startCluster } from '../../../tools/queue/startCluster';
import { waitUntil } from '../../../tools/process/waitUntil';
import type { Bench, N8nUnderTest } from './Bench';

const WORKERS = 3;
const LOG_LIMIT_MS = 30_000;

/** n8n finds out sooner than by its presets (a minute) that a worker is gone. */
const SOONER = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/**
 * n8n's queue mode, with workers that run one execution each at a time: two executions are on two workers. MAILROOM_TEST_N8N names
 * the folder of a lockfile where it is to be another n8n.
 */
export async function startWorkers({ sandbox }: Pick<Bench, 'sandbox'>): Promise<N8nUnderTest> {
	const pinnedIn = process.env.MAILROOM_TEST_N8N;
	const options = { concurrency: 1, workerCount: WORKERS, env: SOONER, pinnedIn };
	const { client, url, version, workers, stop } = await startCluster(options);
	const workerOf = async (executionId: string) => {
		for (const worker of workers) {
			if ((await worker.executions()).includes(executionId)) return worker;
		}
		return undefined;
	};
	const crash = async (executionId: string) => {
		const isRunning = async () => (await workerOf(executionId)) !== undefined;
		await waitUntil(isRunning, { limitMs: LOG_LIMIT_MS, what: 'a worker runs the execution' });
		await (await workerOf(executionId))?.crash();
	};
	const credential = await saveSandboxCredential(client, sandbox);
	const access = { n8n: { url }, client, credential };
	// n8n 1 has the other worker start the execution anew. n8n 2 keeps the error only, not what was to be done, so that Retry runs
	// nothing; unless its recovery of the queue, which looks every few minutes, is the first to miss the execution.
	const statuses = version.startsWith('1.')
		? undefined
		: [
				{ killed: 'error', retried: 'error' },
				{ killed: 'crashed', retried: 'success' },
			];
	return { name: `queue mode of n8n ${version}`, access, workers: WORKERS, statuses, crash, stop };
}
