import { rowOf, type Row } from '../report/rowOf';
import { count, megabytes } from '../report/numbers';
import { runAtOnce } from '../runAtOnce';
import type { Bench } from '../prepare';
import type { Goal } from '../report/goals';
import type { WorkName } from '../engine/workloads';

const WORKS = {
	sendFetchedTransactional: 'send transactional emails',
	sendFetchedToContacts: 'send to contacts, 1 recipient per item',
	sendFetchedToList: 'send to a list',
} satisfies Partial<Record<WorkName, string>>;

const ITEM_COUNT = 10_000;
const MOST_BYTES = 300e6;

/** Measures the memory of n8n while all items contain the same long body from another node. */
export async function memory(bench: Bench): Promise<Row> {
	const goals: Goal[] = [];
	const rows: string[][] = [];
	const itemCount = Math.ceil(ITEM_COUNT * bench.scale);
	for (const [work, title] of Object.entries(WORKS)) {
		const task = { work: work as WorkName, itemCount };
		const { error, failures, tries } = await runAtOnce(bench, task);
		const failed = error ?? failures[0]?.message;
		if (failed) throw new Error(`${title}: ${failed}`);
		const [{ idleBytes, peakBytes, seconds }] = tries;
		const above = peakBytes - idleBytes;
		goals.push({
			work: `${title} (${count(itemCount)})`,
			toReach: `at most ${megabytes(MOST_BYTES)} above idle`,
			measured: megabytes(above),
			isMet: above <= MOST_BYTES,
		});
		rows.push([title, megabytes(idleBytes), megabytes(peakBytes), `${seconds.toFixed(1)} s`]);
		console.log(`  ${rows[rows.length - 1].join(', ')}`);
	}
	return rowOf(goals, { head: ['work', 'idle', 'peak', 'time'], rows });
}
