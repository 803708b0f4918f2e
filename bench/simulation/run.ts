/**
 * Prints the tables of README.md beside it, and draws its picture.
 * `npm run bench:simulation -- ways pairs` prints some of them. The same seeds always give the same numbers.
 */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REQUESTS_PER_SECOND } from '../../nodes/Mailroom/service';
import { AdaptiveRate } from '../../nodes/Mailroom/transport/AdaptiveRate';
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
} from '../../tools/simulation/measure';
import {
	AdaptiveTokenBucket,
	AwsAdaptive,
	HalfForGood,
	OwnDelayOnly,
	PausesOnly,
	PlainAimd,
} from './otherRates';
import { runProgram } from '../../tools/runProgram';
import { simulate } from '../../tools/simulation/simulate';
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
import { printOracles } from './oracles';
import { plot } from './plot';

const PICTURE = join(__dirname, 'limit-with-workers.svg');
const WORKERS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];
/** All workers begin at the same moment and at full pace; after this time they have found their parts. */
const START_SECONDS = 30;

const RATES = [
	{ name: 'this node', newRate: () => new AdaptiveRate() },
	{ name: 'plain AIMD', newRate: () => new PlainAimd() },
	{ name: 'AWS adaptive', newRate: () => new AwsAdaptive() },
	{ name: 'ATB', newRate: () => new AdaptiveTokenBucket() },
	{ name: 'pauses only', newRate: () => new PausesOnly() },
	{ name: 'own delay only', newRate: () => new OwnDelayOnly() },
];

/**
 * The same for every number of workers, each with a long queue.
 *
 * @returns what to draw
 */
async function sweep(title: string, experiment: Omit<Experiment, 'workers'>) {
	const rows: Array<Array<string | number>> = [
		['workers', 'used', '429', '429 later', 'least share', "Jain's index", 'gave up'],
	];
	const used = [];
	const refused = [];
	for (const count of WORKERS) {
		const results = await repeatWithLongQueues(count, experiment);
		used.push(mean(results.map(goodput)));
		refused.push(mean(results.map((result) => refusedPart(result))));
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
	return { used, refused };
}

/** One worker whose requests are not equally long on their way. */
async function printWays() {
	const rows: Array<Array<string | number>> = [
		['', 'on the way', 'accepted per second, fixed', '429', 'sliding', '429'],
	];
	for (const { name, newRate } of RATES) {
		for (const to of [10, 40, 70, 100, 150]) {
			const cells: string[] = [];
			for (const window of WINDOWS) {
				const wayMs = { from: 10, to };
				const results = await repeat({ workers: [{ requests: 150 }], window, wayMs, newRate });
				const perSecond = mean(results.map(goodputToTheEnd)) * REQUESTS_PER_SECOND;
				cells.push(perSecond.toFixed(2), percent(results.map((result) => refusedPart(result))));
			}
			rows.push([name, `10 to ${to} ms`, ...cells]);
		}
	}
	console.log('One worker with 150 requests, each any time on its way\n');
	printTable(rows);
}

/** Two workers for a quarter of an hour, in which the service takes half as many for a minute. */
async function printOtherLimit() {
	const otherLimit = { limit: REQUESTS_PER_SECOND / 2, from: 300, until: 360 };
	const seconds = 900;
	const allowed = (REQUESTS_PER_SECOND * (seconds - 30)) / seconds / REQUESTS_PER_SECOND;
	const rows: Array<Array<string | number>> = [
		['', 'window', 'used', 'refused', 'seconds to recover'],
	];
	for (const { name, newRate } of RATES) {
		for (const window of WINDOWS) {
			const results = await repeat({
				workers: longQueues(2),
				window,
				seconds,
				newRate,
				otherLimit,
			});
			const used = results.map((result) => goodput(result) / allowed);
			const refusals = results.map(({ refused }) => refused.reduce((sum, one) => sum + one, 0));
			const recovered = results.map((result) => secondsToRecover(result, otherLimit.until));
			rows.push([
				name,
				window,
				percent(used),
				Math.round(mean(refusals)),
				quantile(recovered, 0.5),
			]);
		}
	}
	console.log('Two workers, 15 minutes, the limit halved for 60 s: used of what was allowed\n');
	printTable(rows);
}

/** Other ways to find a part of the limit, with the same pauses after 429. */
async function printComparison() {
	for (const window of WINDOWS) {
		const rows: Array<Array<string | number>> = [
			['', 'workers', 'used', '429', 'least share', "Jain's index", 'gave up'],
		];
		for (const { name, newRate } of RATES) {
			for (const count of [2, 8, 32]) {
				const results = await repeatWithLongQueues(count, { window, newRate });
				rows.push([
					name,
					count,
					percent(results.map(goodput)),
					percent(results.map((result) => refusedPart(result))),
					mean(results.map(leastShare)).toFixed(2),
					mean(results.map(jainsIndex)).toFixed(2),
					mean(results.map(gaveUp)).toFixed(1),
				]);
			}
		}
		console.log(`Compared, ${window} window\n`);
		printTable(rows);
	}
}

/** Two workers of 300 requests each, the second one beginning up to four seconds later, with timers that are late. */
async function printPairs() {
	const rows: Array<Array<string | number>> = [['', 'window', 'used, median', 'least']];
	const bound = { name: 'half for good', newRate: () => new HalfForGood() };
	for (const { name, newRate } of [...RATES, bound]) {
		for (const window of WINDOWS) {
			const used: number[] = [];
			for (let pair = 0; pair < 64; pair++) {
				const from = ((pair % 8) * 4) / 7;
				const workers = [{ requests: 300 }, { requests: 300, from }];
				const scenario = { workers, window, newRate, late: true, seed: pair + 1 };
				used.push(goodputToTheEnd(await simulate(scenario)));
			}
			rows.push([name, window, percent([quantile(used, 0.5)]), percent([Math.min(...used)])]);
		}
	}
	console.log('Two workers of 300 requests each, begun 0 to 4 s apart: until both have ended\n');
	printTable(rows);
}

async function printStorm() {
	const rows: Array<Array<string | number>> = [['', 'seconds, median', 'at most']];
	const storm = { from: 0, until: 5 };
	for (const { name, newRate } of RATES) {
		const workers = [{ requests: 30 }];
		const results = await repeat({ workers, window: 'sliding', newRate, storm });
		const ends = results.map(({ workers: [worker] }) => Math.max(...worker.acceptedAt) / 1000);
		const seconds = ends.map((end) => end - storm.until);
		rows.push([name, quantile(seconds, 0.5).toFixed(1), Math.max(...seconds).toFixed(1)]);
	}
	console.log(
		'30 requests that begin with five seconds of 429: from then until the last is accepted\n',
	);
	printTable(rows);
}

async function printRecovery() {
	const rows: Array<Array<string | number>> = [
		['workers before', 'window', 'seconds, median', 'at most'],
	];
	for (const count of [2, 8, 32]) {
		for (const window of WINDOWS) {
			const seconds: number[] = [];
			for (const seed of SEEDS) {
				// Not always at the same time: what comes next depends on when the last 429 came.
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

/** Every number of workers, and the picture. */
async function printSweeps() {
	const fixed = await sweep('Fixed window', { window: 'fixed' });
	const sliding = await sweep('Sliding window', { window: 'sliding' });
	for (const window of WINDOWS) {
		await sweep(`${window} window, each answer takes any time`, { window, unsteady: true });
	}
	const constantFixed = await sweep('Fixed window, only pauses', {
		window: 'fixed',
		newRate: () => new PausesOnly(),
	});
	const constantSliding = await sweep('Sliding window, only pauses', {
		window: 'sliding',
		newRate: () => new PausesOnly(),
	});

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

const PARTS = {
	ways: printWays,
	sweeps: printSweeps,
	comparison: printComparison,
	otherLimit: printOtherLimit,
	pairs: printPairs,
	storm: printStorm,
	recovery: printRecovery,
	singleRequests: printSingleRequests,
	oracles: printOracles,
};

async function main() {
	const unknown = process.argv.slice(2).find((name) => !(name in PARTS));
	if (unknown) throw new Error(`There is no "${unknown}": ${Object.keys(PARTS).join(', ')}`);
	for (const [name, print] of Object.entries(PARTS)) {
		if (process.argv.length === 2 || process.argv.includes(name)) await print();
	}
}

runProgram(main);
