import { setTimeout as wait } from 'node:timers/promises';
import { startCluster, type Cluster } from '../../tools/queue/startCluster';
import { runInN8n } from '../../tools/n8n/runInN8n';
import { saveSandboxCredential } from '../../tools/n8n/saveSandboxCredential';
import { works } from '../engine/workloads';
import { contacts, emails } from '../engine/workloads/contacts';
import { deliveryGoal, LIMIT_PER_SECOND, type Goal } from '../report/goals';
import { rowOf, type Row } from '../report/rowOf';
import { count, median, percent } from '../report/numbers';
import { startSandboxProcess, type SandboxProcess } from '../startSandboxProcess';
import { deliveryOf } from '../deliveryOf';
import { paceOf } from '../../tools/paceOf';
import type { Bench } from '../prepare';

const WORKERS = 2;
const RESPONSE_DELAYS_MS = [0, 300];
/** Pairs of executions. The second begins 0 to 4 s after the first. */
const PAIRS = { measured: 6, checked: 3 };
const MOST_SECONDS_APART = 4;
/** Shares of the rate limit and of the responses. */
const GOALS = { leastMedian: 0.8, least: 0.7, mostThrottled: 0.1 };

interface PairResult {
	secondsApart: number;
	requests: number;
	throttled: number;
	perSecond: number;
	lost: number;
	duplicates: number;
	/** Of the whole run. */
	seconds: number;
}

/** Measures two workers of n8n's queue mode, which share the rate limit without knowing each other. */
export async function workers({ scale, isCheck }: Bench): Promise<Row> {
	const perWorker = Math.ceil(300 * scale);
	const pairCount = isCheck ? PAIRS.checked : PAIRS.measured;
	const goals: Goal[] = [];
	const rows: string[][] = [];
	// With one execution at a time per worker, the two executions run on different workers.
	const cluster = await startCluster({ concurrency: 1 });
	try {
		for (const responseDelayMs of RESPONSE_DELAYS_MS) {
			const pairs: PairResult[] = [];
			for (let pair = 0; pair < pairCount; pair++) {
				const secondsApart = (MOST_SECONDS_APART * pair) / (pairCount - 1);
				const result = await runPair(cluster, { responseDelayMs, secondsApart, perWorker });
				pairs.push(result);
				rows.push(cellsOf(responseDelayMs, result));
				console.log(`  ${rows[rows.length - 1].join(', ')}`);
			}
			const work = `${WORKERS} x ${count(perWorker)} emails, response time ${responseDelayMs} ms`;
			goals.push(...goalsOf(work, pairs));
		}
	} finally {
		await cluster.stop();
	}
	const head = ['response time', 'second starts after', 'requests', 'rejected with 429'];
	return rowOf(goals, { head: [...head, 'per second', 'whole run'], rows });
}

async function runPair(
	cluster: Cluster,
	{
		responseDelayMs,
		secondsApart,
		perWorker,
	}: { responseDelayMs: number; secondsApart: number; perWorker: number },
): Promise<PairResult> {
	const sandbox = await startSandboxProcess({ answerDelayMs: responseDelayMs });
	try {
		const items = contacts(WORKERS * perWorker);
		const parts = Array.from({ length: WORKERS }, (_, index) =>
			items.slice(index * perWorker, (index + 1) * perWorker),
		);
		const seconds = await sendTogether({ cluster, sandbox, parts, secondsApart });
		const journal = await sandbox.journal();
		const delivery = deliveryOf(journal, emails(items.length));
		return { secondsApart, ...paceOf(journal), ...delivery, seconds };
	} finally {
		await sandbox.stop();
	}
}

/**
 * @param run.parts the items of each execution
 * @param run.secondsApart how long each begins after the one before
 * @returns the duration in seconds
 */
async function sendTogether({
	cluster,
	sandbox,
	parts,
	secondsApart,
}: {
	cluster: Cluster;
	sandbox: SandboxProcess;
	parts: ReturnType<typeof contacts>[];
	secondsApart: number;
}): Promise<number> {
	const { url, client } = cluster;
	const credential = await saveSandboxCredential(client, sandbox);
	const before = await executionCounts(cluster);
	const start = performance.now();
	const results = await Promise.all(
		parts.map(async (items, index) => {
			await wait(1000 * secondsApart * index);
			const parameters = works.sendTransactional.mailroom;
			return await runInN8n({ n8n: { url }, client, credential }, { items, parameters });
		}),
	);
	const seconds = (performance.now() - start) / 1000;
	const failed = results.find(({ execution }) => execution.status !== 'success');
	if (failed) throw new Error(`An execution ended with ${failed.execution.status}`);
	const after = await executionCounts(cluster);
	if (after.some((executions, index) => executions !== before[index] + 1)) {
		throw new Error('The executions were not spread over the workers');
	}
	return seconds;
}

/** Number of executions of each worker so far. */
async function executionCounts({ workers: all }: Cluster): Promise<number[]> {
	const executions = await Promise.all(all.map((worker) => worker.executions()));
	return executions.map(({ length }) => length);
}

function goalsOf(work: string, pairs: PairResult[]): Goal[] {
	const shares = pairs.map(({ perSecond }) => perSecond / LIMIT_PER_SECOND);
	const [middle, worst] = [median(shares), Math.min(...shares)];
	const throttled = Math.max(...pairs.map((pair) => pair.throttled / pair.requests));
	const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
	const lost = sum(pairs.map((pair) => pair.lost));
	const duplicates = sum(pairs.map((pair) => pair.duplicates));
	return [
		{
			work,
			toReach: `median at least ${percent(GOALS.leastMedian)} of ${LIMIT_PER_SECOND} per second, lowest ${percent(GOALS.least)}`,
			measured: `${percent(middle)}, ${percent(worst)}`,
			isMet: middle >= GOALS.leastMedian && worst >= GOALS.least,
		},
		{
			work,
			toReach: `at most ${percent(GOALS.mostThrottled)} rejected with 429`,
			measured: percent(throttled),
			isMet: throttled <= GOALS.mostThrottled,
		},
		deliveryGoal(work, { lost, duplicates }),
	];
}

function cellsOf(responseDelayMs: number, pair: PairResult): string[] {
	return [
		`${responseDelayMs} ms`,
		`${pair.secondsApart.toFixed(1)} s`,
		count(pair.requests),
		count(pair.throttled),
		pair.perSecond.toFixed(2),
		`${pair.seconds.toFixed(1)} s`,
	];
}
