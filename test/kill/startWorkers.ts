import { saveSandboxCredential } from '../../tools/saveSandboxCredential';
import { startCluster } from '../../tools/queue/startCluster';
import { waitUntil } from '../../tools/waitUntil';
import type { N8nUnderTest } from './N8nUnderTest';
import type { Sandbox } from '../../sandbox/startSandbox';

const LOG_LIMIT_MS = 30_000;

/** n8n finds out sooner than by its presets (a minute) that a worker is gone. */
const SOONER = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** n8n's queue mode, with two workers that run one execution each at a time: two executions are on two workers. */
export async function startWorkers({
	sandbox,
	say,
}: {
	sandbox: Sandbox;
	say: (line: string) => void;
}): Promise<N8nUnderTest> {
	const cluster = await startCluster({ workerCount: 2, concurrency: 1, env: SOONER, say });
	const { client, url, workers, stop } = cluster;
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
	// The main process keeps the error only, not what the worker was to do: Retry then has nothing to run.
	const statuses = { killed: 'error', retried: 'error' };
	return { name: 'queue mode', access, statuses, crash, stop };
}
