import { inEngine } from '../inEngine';
import { goalTable, type Goal, type Row } from '../report/goalTable';
import { markdownTable } from '../report/markdownTable';
import { count, megabytes } from '../report/numbers';
import type { Bench } from '../prepare';
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
		const { idleBytes, peakBytes, seconds, failed } = await run(bench, work as WorkName, itemCount);
		if (failed) throw new Error(`${title}: ${failed}`);
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
	const table = markdownTable(['work', 'idle', 'peak', 'time'], rows);
	return { goals, report: `${goalTable(goals)}\n\n${table}` };
}

async function run(bench: Bench, work: WorkName, itemCount: number) {
	const { error, failures, tries } = await inEngine(bench, {
		nodeName: 'mailroom',
		work,
		itemCount,
		packageFolder: bench.packageFolder,
		// No server listens here, because n8n's request helper is replaced.
		service: { url: 'http://127.0.0.1:9/v1', apiKey: 'benchmarks' },
		respondAtOnce: 'accepted',
		hurries: true,
	});
	return { ...tries[0], failed: error ?? failures[0]?.message };
}
