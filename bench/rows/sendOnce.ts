import { contacts } from '../engine/workloads/contacts';
import { goalTable, type Goal, type Row } from '../report/goalTable';
import { markdownTable } from '../report/markdownTable';
import { count, megabytes, percent } from '../report/numbers';
import { runOnSandbox } from '../runOnSandbox';
import { deliveryOf } from '../deliveryOf';
import { paceOf } from '../../tools/paceOf';
import type { Bench } from '../prepare';

const LIMIT_PER_SECOND = 10;
const LEAST_SHARE = 0.95;
/** Number of entries of earlier runs; undefined without a Send Once Key. */
const HISTORIES = [undefined, 0, 10_000];

/** Measures the cost of a Send Once Key. */
export async function sendOnce(bench: Bench): Promise<Row> {
	const goals: Goal[] = [];
	const rows: string[][] = [];
	for (const historyEntries of HISTORIES) {
		const { goal, cells } = await measure(bench, historyEntries);
		goals.push(goal);
		rows.push(cells);
		bench.say(`  ${cells.join(', ')}`);
	}
	const head = ['work', 'share of the limit', 'CPU per email', 'memory', 'lost', 'duplicates'];
	return { goals, report: `${goalTable(goals)}\n\n${markdownTable(head, rows)}` };
}

async function measure(bench: Bench, historyEntries: number | undefined) {
	const itemCount = Math.ceil(300 * bench.scale);
	const { result, journal } = await runOnSandbox(bench, {
		task: {
			nodeName: 'mailroom',
			work: historyEntries === undefined ? 'sendTransactional' : 'sendTransactionalOnce',
			itemCount,
			historyEntries,
		},
	});
	if (result.error) throw new Error(result.error);
	const emails = contacts(itemCount).map(({ email }) => email);
	const { lost, duplicates } = deliveryOf(journal, emails);
	const share = paceOf(journal).perSecond / LIMIT_PER_SECOND;
	const [{ cpuSeconds, peakBytes, idleBytes }] = result.tries;
	const work = `${count(itemCount)} emails ${titleOf(historyEntries)}`;
	const goal = {
		work,
		toReach: `at least ${percent(LEAST_SHARE)} of ${LIMIT_PER_SECOND} per second, none lost`,
		measured: `${percent(share)}, ${lost} lost`,
		isMet: share >= LEAST_SHARE && lost === 0 && duplicates === 0,
	};
	const cpu = `${((1000 * cpuSeconds) / itemCount).toFixed(2)} ms`;
	const memory = megabytes(peakBytes - idleBytes);
	return { goal, cells: [work, percent(share), cpu, memory, count(lost), count(duplicates)] };
}

function titleOf(historyEntries: number | undefined) {
	return historyEntries === undefined
		? 'without a key'
		: `with a history of ${count(historyEntries)}`;
}
