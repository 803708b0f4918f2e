import { storedContacts } from '../engine/workloads/contacts';
import { rowOf, type Row } from '../report/rowOf';
import { count, median, megabytes, rangeOf } from '../report/numbers';
import { runOnSandbox } from '../runOnSandbox';
import type { Bench } from '../prepare';
import type { Goal } from '../report/goals';
import type { Cost } from '../engine/measured';

type NodeName = keyof typeof NODES;

type WorkName = keyof typeof WORKS;

/** Of each round. */
type Costs = Record<NodeName, Cost[]>;

/** `mostCpu` is the goal, as a share of the HTTP Request node's CPU for the same work. */
const WORKS = {
	upsert: { title: 'create or update a contact', mostCpu: 0.15 },
	get: { title: 'get a contact', mostCpu: 1 },
	sendTransactional: { title: 'send a transactional email', mostCpu: 1 },
};
/** A check does only one round. */
const ROUNDS = 3;
const MOST_MEMORY = 1;

/** Both nodes may start five requests per millisecond, more than they can make. */
const NODES = {
	mailroom: { hurries: true },
	httpRequest: { options: { batching: { batch: { batchSize: 5, batchInterval: 1 } } } },
};
const ITEM_COUNT = 10_000;

/** Compares the CPU and memory of a run without a rate limit to those of n8n's HTTP Request node. */
export async function cost(bench: Bench): Promise<Row> {
	const itemCount = ITEM_COUNT * bench.scale;
	const goals = [];
	const rows = [];
	for (const work of Object.keys(WORKS) as WorkName[]) {
		const costs = await costsOf(bench, work, itemCount);
		goals.push(...goalsOf(work, costs));
		rows.push(...rowsOf(work, costs, itemCount));
	}
	const head = [`${count(itemCount)} items`, 'node', 'CPU per item', 'memory', 'time'];
	return rowOf(goals, { head, rows });
}

/** Runs both nodes in turns, so that other work on the machine affects both. */
async function costsOf(bench: Bench, work: WorkName, itemCount: number) {
	const costs: Costs = { mailroom: [], httpRequest: [] };
	for (let round = 0; round < (bench.isCheck ? 1 : ROUNDS); round++) {
		const nodeNames: NodeName[] = ['mailroom', 'httpRequest'];
		if (round % 2 === 1) nodeNames.reverse();
		for (const nodeName of nodeNames) {
			const { result } = await runOnSandbox(bench, {
				task: { ...NODES[nodeName], nodeName, work, itemCount },
				settings: { limit: 0 },
				seed: work === 'get' ? storedContacts(itemCount) : [],
			});
			if (result.error || result.itemCount !== itemCount) {
				throw new Error(
					`${nodeName} ${work}: ${result.itemCount} items, ${result.error ?? 'no error'}`,
				);
			}
			costs[nodeName].push(...result.tries);
			console.log(`  ${work}, ${nodeName}: ${described(result.tries, itemCount)}`);
		}
	}
	return costs;
}

const memoryOf = ({ peakBytes, idleBytes }: Cost) => peakBytes - idleBytes;

const wholePercent = (share: number) => `${Math.round(100 * share)} %`;

const cpuOf = ({ cpuSeconds }: Cost) => cpuSeconds;

function goalsOf(work: WorkName, { mailroom, httpRequest }: Costs): Goal[] {
	const { title, mostCpu } = WORKS[work];
	const ratio = (measure: (cost: Cost) => number) =>
		median(mailroom.map(measure)) / median(httpRequest.map(measure));
	const cpu = ratio(cpuOf);
	const memory = ratio(memoryOf);
	return [
		{
			work: title,
			toReach: `at most ${wholePercent(mostCpu)} of HTTP Request's CPU`,
			measured: wholePercent(cpu),
			isMet: cpu <= mostCpu,
		},
		{
			work: title,
			toReach: `at most ${wholePercent(MOST_MEMORY)} of HTTP Request's memory`,
			measured: wholePercent(memory),
			isMet: memory <= MOST_MEMORY,
		},
	];
}

function rowsOf(work: WorkName, { mailroom, httpRequest }: Costs, itemCount: number) {
	const nodes: [string, Cost[]][] = [
		['Mailroom', mailroom],
		['HTTP Request', httpRequest],
	];
	return nodes.map(([node, costs]) => [
		WORKS[work].title,
		node,
		`${rangeOf(
			costs.map((cost) => (1000 * cpuOf(cost)) / itemCount),
			3,
		)} ms`,
		megabytes(median(costs.map(memoryOf))),
		`${median(costs.map(({ seconds }) => seconds)).toFixed(1)} s`,
	]);
}

function described([cost]: Cost[], itemCount: number) {
	const cpu = ((1000 * cost.cpuSeconds) / itemCount).toFixed(3);
	return `${cpu} ms of CPU per item, ${megabytes(memoryOf(cost))}, ${cost.seconds.toFixed(1)} s`;
}
