/**
 * Prints the tables of "The limit with several workers" in docs/benchmarks.md and draws its picture.
 * The same seeds always give the same numbers.
 */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gaveUp, goodput, leastShare, mean } from '../../tools/simulation/measure';
import { quantile, refusedPart, secondsToRecover } from '../../tools/simulation/measure';
import { plot } from './plot';
import { simulate, type Result, type Scenario } from '../../tools/simulation/simulate';

type Experiment = Omit<Scenario, 'seed'>;

const PICTURE = join(__dirname, '../../docs/images/limit-with-workers.svg');
const WORKERS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];
const SEEDS = [1, 2, 3, 4, 5, 6];
const WINDOWS = ['fixed', 'sliding'] as const;
/** All workers begin at the same moment and at full pace; after this time they have found their parts. */
const START_SECONDS = 30;

async function repeat(experiment: Experiment) {
	const results: Result[] = [];
	for (const seed of SEEDS) results.push(await simulate({ ...experiment, seed }));
	return results;
}

const longQueues = (count: number) => Array.from({ length: count }, () => ({}));

const percent = (numbers: number[]) => `${(mean(numbers) * 100).toFixed(1)} %`;

/** @param rows The first one is the head. */
function printTable([head, ...rows]: Array<Array<string | number>>) {
	const line = (cells: Array<string | number>) => `| ${cells.join(' | ')} |`;
	console.log([line(head), line(head.map(() => '--:')), ...rows.map(line), ''].join('\n'));
}

/**
 * The same for every number of workers, each with a long queue.
 *
 * @returns what to draw
 */
async function sweep(title: string, experiment: Omit<Experiment, 'workers'>) {
	const rows: Array<Array<string | number>> = [
		['workers', 'used', '429', '429 later', 'least share', 'gave up'],
	];
	const used = [];
	const refused = [];
	for (const count of WORKERS) {
		const results = await repeat({ ...experiment, workers: longQueues(count) });
		used.push(mean(results.map(goodput)));
		refused.push(mean(results.map((result) => refusedPart(result))));
		rows.push([
			count,
			percent(results.map(goodput)),
			percent(results.map((result) => refusedPart(result))),
			percent(results.map((result) => refusedPart(result, START_SECONDS))),
			mean(results.map(leastShare)).toFixed(2),
			mean(results.map(gaveUp)).toFixed(1),
		]);
	}
	console.log(`${title}\n`);
	printTable(rows);
	return { used, refused };
}

async function printRecovery() {
	const rows: Array<Array<string | number>> = [
		['workers before', 'window', 'seconds, median', 'at most'],
	];
	for (const count of [2, 8, 32]) {
		for (const window of WINDOWS) {
			const workers = longQueues(count).map((work, index) =>
				index === 0 ? work : { ...work, until: 120 },
			);
			const results = await repeat({ workers, window });
			const seconds = results.map((result) => secondsToRecover(result, 120));
			rows.push([count, window, quantile(seconds, 0.5), Math.max(...seconds)]);
		}
	}
	console.log('One goes on when all the others have ended: time until it uses 90 % of the limit\n');
	printTable(rows);
}

async function printSingleRequests() {
	const rows: Array<Array<string | number>> = [
		['long queues', 'window', 'seconds, median', '95 %', 'at most', 'gave up'],
	];
	for (const count of [0, 1, 4, 16]) {
		for (const window of WINDOWS) {
			const workers = [{ everySeconds: 10 }, ...longQueues(count)];
			const results = await repeat({ workers, window });
			const waits = results.flatMap((result) => result.workers[0].waits);
			const times = [0.5, 0.95, 1].map((part) => quantile(waits, part).toFixed(1));
			rows.push([count, window, ...times, mean(results.map(gaveUp)).toFixed(1)]);
		}
	}
	console.log('One worker with single requests beside workers with long queues: until accepted\n');
	printTable(rows);
}

async function main() {
	const fixed = await sweep('Fixed window', { window: 'fixed' });
	const sliding = await sweep('Sliding window', { window: 'sliding' });
	await sweep('Sliding window, each answer takes any time', { window: 'sliding', unsteady: true });
	const constantFixed = await sweep('Fixed window, only pauses', {
		window: 'fixed',
		constantPace: true,
	});
	const constantSliding = await sweep('Sliding window, only pauses', {
		window: 'sliding',
		constantPace: true,
	});
	await printRecovery();
	await printSingleRequests();

	const styled = [
		{ name: 'fixed window', color: '#0072b2', sweep: fixed },
		{ name: 'sliding window', color: '#d55e00', sweep: sliding },
		{ name: 'fixed, only pauses', color: '#0072b2', dashed: true, sweep: constantFixed },
		{ name: 'sliding, only pauses', color: '#d55e00', dashed: true, sweep: constantSliding },
	];
	const panels = [
		{
			title: 'Part of the limit that is used',
			lines: styled.map(({ sweep: { used }, ...style }) => ({ ...style, values: used })),
		},
		{
			title: 'Answers with 429',
			lines: styled.map(({ sweep: { refused }, ...style }) => ({ ...style, values: refused })),
		},
	];
	writeFileSync(PICTURE, plot(WORKERS, panels));
	console.log(relative(process.cwd(), PICTURE));
}

void main();
