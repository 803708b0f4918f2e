import { REQUESTS_PER_SECOND } from '../../../nodes/Mailroom/service';
import { mostInASecond } from '../../../sandbox/traffic/mostInASecond';
import { simulate, type Result, type Scenario } from './simulate';

const WINDOWS = ['fixed', 'sliding'] as const;
/** Few workers in a run hang on few random numbers: then more runs are counted, until these many workers have been. */
const WORKERS_PER_ROW = 12;
const RUNS = 2;
/** All workers begin at the same moment, which no limiter can know; then it takes them a while to find their parts. */
const START_SECONDS = 30;

async function repeat(experiment: Omit<Scenario, 'seed'>, runs: number) {
	const results: Result[] = [];
	for (let seed = 1; seed <= runs; seed++) results.push(await simulate({ ...experiment, seed }));
	return results;
}

const longQueues = (count: number) => Array.from({ length: count }, () => ({}));

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

const mean = (numbers: number[]) => sum(numbers) / numbers.length;

/** Accepted requests, as a share of the rate limit. */
const goodput = ({ accepted }: Result) => mean(accepted) / REQUESTS_PER_SECOND;

/** Responses with 429, as a share of all responses from a second on. */
const refusedPart = ({ accepted, refused }: Result, from = 0) => {
	const refusals = sum(refused.slice(from));
	return refusals / (refusals + sum(accepted.slice(from)));
};

/** Jain's fairness index: 1 if all workers got the same, 1 / n if one of n got everything. */
const jainsIndex = ({ workers }: Result) => {
	const accepted = workers.map((worker) => worker.accepted);
	return sum(accepted) ** 2 / (accepted.length * sum(accepted.map((one) => one ** 2)));
};

/** Accepted requests from the first to the last of all workers, as a share of the rate limit. */
const goodputToTheEnd = ({ workers }: Result) => {
	const times = workers.flatMap(({ acceptedAt }) => acceptedAt);
	const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
	return (times.length - 1) / seconds / REQUESTS_PER_SECOND;
};

/** Number of requests that failed after a minute of only 429. */
const gaveUp = ({ workers }: Result) => sum(workers.map((worker) => worker.gaveUp));

/** Seconds after `since` until ten seconds begin that use 90 % of the rate limit. */
const secondsToRecover = ({ accepted }: Result, since: number) =>
	accepted
		.slice(since)
		.findIndex((_, second, all) => sum(all.slice(second, second + 10)) >= 9 * REQUESTS_PER_SECOND);

/** The highest number of starts of one worker in any second. */
const mostStartsInASecond = ({ workers }: Result) =>
	Math.max(...workers.map(({ starts }) => mostInASecond(starts)));

/** @param part from 0 to 1; 0.5 is the median */
const quantile = (numbers: number[], part: number) =>
	[...numbers].sort((a, b) => a - b)[Math.floor(part * (numbers.length - 1))];

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
