import { emails } from '../engine/workloads/contacts';
import { rowOf, type Row } from '../report/rowOf';
import { count, percent } from '../report/numbers';
import { runOnSandbox } from '../runOnSandbox';
import { deliveryOf } from '../deliveryOf';
import { paceOf } from '../../tools/paceOf';
import type { Bench } from '../prepare';
import type { Goal } from '../report/goals';
import type { WorkTask } from '../engine/runWork';

const EMAILS = 150;
const MOST_THROTTLED = 0.06;

/** Travel times of requests, and the goal of accepted requests per second. */
const WAYS = [
	{ from: 0, to: 0, leastPerSecond: 9.5 },
	{ from: 10, to: 40, leastPerSecond: 9.2 },
	{ from: 10, to: 70, leastPerSecond: 9.2 },
	{ from: 10, to: 100, leastPerSecond: 8.6 },
	{ from: 10, to: 150, leastPerSecond: 8.6 },
];
const WINDOWS = ['sliding', 'fixed'] as const;

const NODES: Array<{ title: string; task: Pick<WorkTask, 'nodeName' | 'options'> }> = [
	{ title: 'Mailroom', task: { nodeName: 'mailroom' } },
	{
		title: 'HTTP Request, batches of 10',
		task: {
			nodeName: 'httpRequest',
			options: { batching: { batch: { batchSize: 10, batchInterval: 1000 } } },
		},
	},
];

/** Measures runs over a network, where requests arrive less evenly than they leave. */
export async function ways(bench: Bench): Promise<Row> {
	const itemCount = Math.ceil(EMAILS * bench.scale);
	const goals: Goal[] = [];
	const rows: string[][] = [];
	for (const { leastPerSecond, ...wayMs } of WAYS) {
		for (const window of WINDOWS) {
			const on = wayMs.to === 0 ? 'constant' : `${wayMs.from} to ${wayMs.to} ms`;
			const cells = [on, window];
			// The other node has no goal.
			for (const { task } of bench.isCheck ? NODES.slice(0, 1) : NODES) {
				const { journal } = await runOnSandbox(bench, {
					task: { ...task, work: 'sendTransactional', itemCount },
					settings: { wayMs, window },
				});
				const { perSecond, throttled, requests } = paceOf(journal);
				const { lost, duplicates } = deliveryOf(journal, emails(itemCount));
				const refused = throttled / requests;
				cells.push(perSecond.toFixed(2), percent(refused), count(lost));
				if (task.nodeName !== 'mailroom') continue;
				const isComplete = lost === 0 && duplicates === 0;
				goals.push({
					work: `${itemCount} emails, travel time ${on}, ${window} second`,
					toReach: `at least ${leastPerSecond} per second, at most ${percent(MOST_THROTTLED)} rejected with 429, none lost, no duplicates`,
					measured: `${perSecond.toFixed(2)}, ${percent(refused)}, ${lost} lost, ${duplicates} duplicates`,
					isMet: perSecond >= leastPerSecond && refused <= MOST_THROTTLED && isComplete,
				});
			}
			rows.push(cells);
			console.log(`  ${cells.join(', ')}`);
		}
	}
	const ofNodes = NODES.flatMap(({ title }) => [`${title}: accepted per second`, '429', 'lost']);
	const head = ['travel time', 'second', ...ofNodes];
	return rowOf(goals, { head, rows });
}
