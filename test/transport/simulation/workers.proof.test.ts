import { longQueues, repeat, WINDOWS } from './experiment';
import { simulate } from './simulate';
import {
	gaveUp,
	goodput,
	goodputToTheEnd,
	jainsIndex,
	mean,
	mostStartsInASecond,
	quantile,
	refusedPart,
	secondsToRecover,
} from './measure';

/** Few workers in a run hang on few random numbers: then more runs are counted, until these many workers have been. */
const WORKERS_PER_ROW = 12;
const RUNS = 2;
/** All workers begin at the same moment, which no limiter can know; then it takes them a while to find their parts. */
const START_SECONDS = 30;

const sweep: Array<
	[
		workers: number,
		window: (typeof WINDOWS)[number],
		limits: { used: number; refused: number; jain: number },
	]
> = [
	[1, 'fixed', { used: 0.96, refused: 0, jain: 1 }],
	[1, 'sliding', { used: 0.96, refused: 0, jain: 1 }],
	[2, 'fixed', { used: 0.95, refused: 0.04, jain: 0.97 }],
	[2, 'sliding', { used: 0.94, refused: 0.03, jain: 0.97 }],
	[8, 'fixed', { used: 0.98, refused: 0.19, jain: 0.95 }],
	[8, 'sliding', { used: 0.93, refused: 0.23, jain: 0.9 }],
];

test.each(sweep)('%i workers share the limit of a %s window', async (count, window, limits) => {
	// Nothing is left to chance where a worker is alone.
	const runs = count === 1 ? 1 : Math.ceil(WORKERS_PER_ROW / count);
	const results = await repeat({ workers: longQueues(count), window }, runs);
	expect(mean(results.map(goodput))).toBeGreaterThanOrEqual(limits.used);
	expect(mean(results.map((result) => refusedPart(result, START_SECONDS)))).toBeLessThanOrEqual(
		limits.refused,
	);
	expect(mean(results.map(jainsIndex))).toBeGreaterThanOrEqual(limits.jain);
	expect(Math.max(...results.map(gaveUp))).toBe(0);
	expect(Math.max(...results.map(mostStartsInASecond))).toBeLessThanOrEqual(10);
});

test.each(WINDOWS)('the last of 8 workers soon has all of a %s window', async (window) => {
	const workers = longQueues(8).map((work, index) => (index === 0 ? work : { until: 60 }));
	for (const result of await repeat({ workers, window, seconds: 120 }, RUNS)) {
		const seconds = secondsToRecover(result, 60);
		expect(seconds).toBeGreaterThanOrEqual(0);
		expect(seconds).toBeLessThanOrEqual(40);
	}
});

test.each(WINDOWS)(
	'two workers of 300 requests each, begun 0 to 4 s apart, %s window',
	async (window) => {
		const pairs = Array.from({ length: 16 }, async (_, pair) => {
			const workers = [{ requests: 300 }, { requests: 300, from: ((pair % 8) * 4) / 7 }];
			return await simulate({ workers, window, late: true, seconds: 100, seed: pair + 1 });
		});
		const results = await Promise.all(pairs);
		const used = results.map(goodputToTheEnd);
		expect(quantile(used, 0.5)).toBeGreaterThanOrEqual(0.88);
		expect(Math.min(...used)).toBeGreaterThanOrEqual(0.78);
		expect(mean(results.map((result) => refusedPart(result)))).toBeLessThanOrEqual(0.05);
	},
);

test.each(WINDOWS)('single requests get through beside a long queue, %s window', async (window) => {
	const workers = [{ everySeconds: 10 }, ...longQueues(1)];
	const results = await repeat({ workers, window }, RUNS);
	const waits = results.flatMap((result) => result.workers[0].waits);
	expect(quantile(waits, 0.5)).toBeLessThan(1);
	expect(Math.max(...waits)).toBeLessThan(20);
	expect(results.map(gaveUp)).toEqual([0, 0]);
});

test.each([1, 2, 3])(
	'30 requests are accepted within nine seconds after a storm, seed %i',
	async (seed) => {
		const storm = { from: 0, until: 5 };
		const scenario = {
			workers: [{ requests: 30 }],
			window: 'sliding' as const,
			storm,
			seconds: 60,
			seed,
		};
		const { acceptedAt } = (await simulate(scenario)).workers[0];
		expect(acceptedAt).toHaveLength(30);
		expect(Math.max(...acceptedAt) / 1000 - storm.until).toBeLessThanOrEqual(9);
	},
);

/** Requests that are not equally long on their way arrive less evenly than they have left, and a full service refuses some by chance. */
test.each([
	[40, 9.5],
	[70, 9.2],
	[150, 8.6],
])(
	'of requests any time from 10 to %i ms on their way %d a second are accepted',
	async (to, perSecond) => {
		for (const seed of [1, 2, 3]) {
			for (const window of WINDOWS) {
				const scenario = {
					workers: [{ requests: 150 }],
					window,
					wayMs: { from: 10, to },
					seconds: 30,
					seed,
				};
				const result = await simulate(scenario);
				expect(result.workers[0].accepted).toBe(150);
				expect(goodputToTheEnd(result) * 10).toBeGreaterThanOrEqual(perSecond);
				expect(refusedPart(result)).toBeLessThanOrEqual(0.06);
				expect(mostStartsInASecond(result)).toBeLessThanOrEqual(10);
			}
		}
	},
);
