/**
 * Simulates workers that share the rate limit, and prints the tables of README.md: `npx tsx test/transport/simulation`, or some of them:
 * `npx tsx test/transport/simulation ways pairs`. The numbers are always the same, because the seeds are.
 */
import { REQUESTS_PER_SECOND } from '../../../nodes/Mailroom/service';
import {
	gaveUp,
	goodput,
	goodputToTheEnd,
	jainsIndex,
	leastShare,
	mean,
	quantile,
	refusedPart,
	secondsToRecover,
} from './measure';
import { runProgram } from '../../../tools/process/runProgram';
import { simulate } from './simulate';
import {
	longQueues,
	percent,
	printTable,
	repeat,
	repeatWithLongQueues,
	SEEDS,
	WINDOWS,
	type Experiment,
} from './experiment';

const WORKERS = [1, 2, 4, 8, 16, 32];
/** All workers begin at the same moment and at the full rate. After this time, each has found its share. */
const START_SECONDS = 30;

/** Runs an experiment with each number of workers, each with a long queue. */
async function sweep(title: string, experiment: Omit<Experiment, 'workers'>) {
	const rows: Array<Array<string | number>> = [
		['workers', 'used', '429', '429 later', 'least share', "Jain's index", 'gave up'],
	];
	for (const count of WORKERS) {
		const results = await repeatWithLongQueues(count, experiment);
		rows.push([
			count,
			percent(results.map(goodput)),
			percent(results.map((result) => refusedPart(result))),
			percent(results.map((result) => refusedPart(result, START_SECONDS))),
			mean(results.map(leastShare)).toFixed(2),
			mean(results.map(jainsIndex)).toFixed(2),
			mean(results.map(gaveUp)).toFixed(1),
		]);
	}
	console.log(`${title}\n`);
	printTable(rows);
}

/** Simulates one worker whose requests have different travel times. */
async function printWays() {
	const rows: Array<Array<string | number>> = [
		['on the way', 'accepted per second, fixed', '429', 'sliding', '429'],
	];
	for (const to of [10, 40, 70, 100, 150]) {
		const cells: string[] = [];
		for (const window of WINDOWS) {
			const wayMs = { from: 10, to };
			const results = await repeat({ workers: [{ requests: 150 }], window, wayMs });
			const perSecond = mean(results.map(goodputToTheEnd)) * REQUESTS_PER_SECOND;
			cells.push(perSecond.toFixed(2), percent(results.map((result) => refusedPart(result))));
		}
		rows.push([`10 to ${to} ms`, ...cells]);
	}
	console.log('One worker with 150 requests, each any time on its way\n');
	printTable(rows);
}

/** Simulates two workers with 300 requests each and late timers. The second begins up to four seconds later. */
async function printPairs() {
	const rows: Array<Array<string | number>> = [['window', 'used, median', 'least']];
	for (const window of WINDOWS) {
		const used: number[] = [];
		for (let pair = 0; pair < 64; pair++) {
			const from = ((pair % 8) * 4) / 7;
			const workers = [{ requests: 300 }, { requests: 300, from }];
			used.push(goodputToTheEnd(await simulate({ workers, window, late: true, seed: pair + 1 })));
		}
		rows.push([window, percent([quantile(used, 0.5)]), percent([Math.min(...used)])]);
	}
	console.log('Two workers of 300 requests each, begun 0 to 4 s apart: until both have ended\n');
	printTable(rows);
}

async function printStorm() {
	const storm = { from: 0, until: 5 };
	const results = await repeat({ workers: [{ requests: 30 }], window: 'sliding', storm });
	const ends = results.map(({ workers: [worker] }) => Math.max(...worker.acceptedAt) / 1000);
	const seconds = ends.map((end) => end - storm.until);
	console.log(
		'30 requests that begin with five seconds of 429: from then until the last is accepted\n',
	);
	printTable([
		['seconds, median', 'at most'],
		[quantile(seconds, 0.5).toFixed(1), Math.max(...seconds).toFixed(1)],
	]);
}

async function printRecovery() {
	const rows: Array<Array<string | number>> = [
		['workers before', 'window', 'seconds, median', 'at most'],
	];
	for (const count of [2, 8, 32]) {
		for (const window of WINDOWS) {
			const seconds: number[] = [];
			for (const seed of SEEDS) {
				// The time varies, because the result depends on the time of the last 429.
				const until = 90 + 9 * seed;
				const workers = longQueues(count).map((work, index) => (index === 0 ? work : { until }));
				seconds.push(secondsToRecover(await simulate({ workers, window, seed }), until));
			}
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

/** Simulates each number of workers. */
async function printSweeps() {
	for (const window of WINDOWS) {
		await sweep(`${window} window`, { window });
		await sweep(`${window} window, random response times`, { window, unsteady: true });
	}
}

const PARTS = {
	ways: printWays,
	sweeps: printSweeps,
	pairs: printPairs,
	storm: printStorm,
	recovery: printRecovery,
	singleRequests: printSingleRequests,
};

async function main() {
	const unknown = process.argv.slice(2).find((name) => !(name in PARTS));
	if (unknown) throw new Error(`There is no "${unknown}": ${Object.keys(PARTS).join(', ')}`);
	for (const [name, print] of Object.entries(PARTS)) {
		if (process.argv.length === 2 || process.argv.includes(name)) await print();
	}
}

runProgram(main);
