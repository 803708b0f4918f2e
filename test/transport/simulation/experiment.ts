import { mean } from './measure';
import { simulate, type Result, type Scenario } from './simulate';

export type Experiment = Omit<Scenario, 'seed'>;

export const SEEDS = [1, 2, 3, 4, 5, 6];
/** Runs with few workers depend on few random numbers. They are repeated until this number of workers is reached. */
const WORKERS_PER_ROW = 48;
export const WINDOWS = ['fixed', 'sliding'] as const;

export async function repeat(experiment: Experiment, runs = SEEDS.length) {
	const results: Result[] = [];
	for (let seed = 1; seed <= runs; seed++) results.push(await simulate({ ...experiment, seed }));
	return results;
}

export async function repeatWithLongQueues(count: number, experiment: Omit<Experiment, 'workers'>) {
	const runs = Math.max(SEEDS.length, WORKERS_PER_ROW / count);
	return await repeat({ ...experiment, workers: longQueues(count) }, runs);
}

export const longQueues = (count: number) => Array.from({ length: count }, () => ({}));

export const percent = (numbers: number[]) => `${(mean(numbers) * 100).toFixed(1)} %`;

/** @param rows with the head first */
export function printTable([head, ...rows]: Array<Array<string | number>>) {
	const line = (cells: Array<string | number>) => `| ${cells.join(' | ')} |`;
	console.log([line(head), line(head.map(() => '--:')), ...rows.map(line), ''].join('\n'));
}
