import { simulate, type Scenario } from '../../../tools/simulation/simulate';
import {
	gaveUp,
	goodput,
	leastShare,
	mean,
	mostStartsInASecond,
	quantile,
	refusedPart,
	secondsToRecover,
} from '../../../tools/simulation/measure';

type Window = Scenario['window'];

/** Few workers in a run hang on few random numbers: then more runs are counted, until these many workers have been. */
const WORKERS_PER_ROW = 24;
const SEEDS = [1, 2];
/** All workers begin at the same moment, which no limiter can know; then it takes them a while to find their parts. */
const START_SECONDS = 30;

const longQueues = (count: number) => Array.from({ length: count }, () => ({}));

const repeat = async (scenario: Omit<Scenario, 'seed'>, runs = SEEDS.length) =>
	await Promise.all(
		Array.from({ length: runs }, (_, index) => simulate({ ...scenario, seed: index + 1 })),
	);

const sweep: Array<
	[workers: number, window: Window, limits: { used: number; refused: number; share: number }]
> = [
	[1, 'fixed', { used: 0.95, refused: 0.01, share: 1 }],
	[1, 'sliding', { used: 0.95, refused: 0.01, share: 1 }],
	[2, 'fixed', { used: 0.93, refused: 0.01, share: 0.9 }],
	[2, 'sliding', { used: 0.93, refused: 0.01, share: 0.7 }],
	[8, 'fixed', { used: 0.88, refused: 0.04, share: 0.55 }],
	[8, 'sliding', { used: 0.88, refused: 0.045, share: 0.35 }],
	[32, 'fixed', { used: 0.84, refused: 0.2, share: 0.6 }],
	[32, 'sliding', { used: 0.84, refused: 0.22, share: 0.6 }],
];

test.each(sweep)('%i workers share the limit of a %s window', async (count, window, limits) => {
	// Nothing is left to chance where a worker is alone.
	const runs = count === 1 ? 1 : Math.max(SEEDS.length, WORKERS_PER_ROW / count);
	const results = await repeat({ workers: longQueues(count), window }, runs);
	expect(mean(results.map(goodput))).toBeGreaterThanOrEqual(limits.used);
	expect(mean(results.map((result) => refusedPart(result, START_SECONDS)))).toBeLessThanOrEqual(
		limits.refused,
	);
	expect(mean(results.map(leastShare))).toBeGreaterThanOrEqual(limits.share);
	expect(Math.max(...results.map(gaveUp))).toBe(0);
	expect(Math.max(...results.map(mostStartsInASecond))).toBeLessThanOrEqual(10);
});

const windows: Window[] = ['fixed', 'sliding'];

test.each(windows)('the last of 8 workers soon has all of a %s window', async (window) => {
	const workers = longQueues(8).map((work, index) => (index === 0 ? work : { until: 60 }));
	for (const result of await repeat({ workers, window, seconds: 230 })) {
		const seconds = secondsToRecover(result, 60);
		expect(seconds).toBeGreaterThanOrEqual(0);
		// The share grows by ten in 1.5 times the growth time of 90 seconds.
		expect(seconds).toBeLessThan(135);
	}
});

test.each(windows)('single requests get through beside a long queue, %s window', async (window) => {
	const workers = [{ everySeconds: 10 }, ...longQueues(1)];
	const results = await repeat({ workers, window });
	const waits = results.flatMap((result) => result.workers[0].waits);
	expect(quantile(waits, 0.5)).toBeLessThan(1);
	expect(Math.max(...waits)).toBeLessThan(30);
	expect(results.map(gaveUp)).toEqual(SEEDS.map(() => 0));
});
