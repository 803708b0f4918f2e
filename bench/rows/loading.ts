import { join } from 'node:path';
import { inEngine } from '../inEngine';
import { goalTable, type Row } from '../report/goalTable';
import { median, rangeOf } from '../report/numbers';
import type { Bench } from '../prepare';

const EMPTY_PACKAGE = join(__dirname, '..', 'emptyPackage');
const ROUNDS = 11;
const MOST_MS = 30;

/** What the package adds to the start of n8n. */
export async function loading(bench: Bench): Promise<Row> {
	const ours: number[] = [];
	const empty: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		ours.push(await timeOf(bench, bench.packageFolder));
		empty.push(await timeOf(bench, EMPTY_PACKAGE));
	}
	const added = median(ours) - median(empty);
	const goals = [
		{
			work: 'load the package',
			toReach: `at most ${MOST_MS} ms more than a package with an empty node`,
			measured: `${added.toFixed(1)} ms`,
			isMet: added <= MOST_MS,
		},
	];
	const times = `Median of ${ROUNDS} starts: ${rangeOf(ours, 1)} ms; the empty package ${rangeOf(empty, 1)} ms.`;
	return { goals, report: `${goalTable(goals)}\n\n${times}` };
}

async function timeOf(bench: Bench, packageFolder: string) {
	return (await inEngine(bench, 'loadPackage', { packageFolder })).milliseconds;
}
