import { REQUESTS_PER_SECOND } from '../../../nodes/Mailroom/service';
import { mostInASecond } from '../../../sandbox/traffic/mostInASecond';
import { longQueues, onNetwork, pairs, quantile, repeat, sharing, WINDOWS } from './measures';
import { sendInOutage } from './outages';
import { simulate, type Result } from './simulate';

/** The highest number of starts of one worker in any second. */
const mostStartsInASecond = (results: Result[]) =>
	Math.max(...results.flatMap(({ workers }) => workers.map(({ starts }) => mostInASecond(starts))));

test.each([
	[1, 0.95, 0],
	[2, 0.88, 0.1],
	[4, 0.83, 0.12],
	[8, 0.83, 0.24],
])('%i workers share the rate limit fairly', (count, leastUsed, mostThrottled) => {
	for (const window of WINDOWS) {
		const { results, used, throttled, fairness } = sharing(count, window);
		expect(used).toBeGreaterThanOrEqual(leastUsed);
		expect(throttled).toBeLessThanOrEqual(mostThrottled);
		expect(fairness).toBeGreaterThanOrEqual(0.95);
		expect(mostStartsInASecond(results)).toBeLessThanOrEqual(REQUESTS_PER_SECOND);
	}
});

test.each(WINDOWS)('two executions on two workers use 80 % of a %s second', (window) => {
	const { median, lowest, throttled, mostThrottled } = pairs(window);
	expect(median).toBeGreaterThanOrEqual(0.82);
	expect(lowest).toBeGreaterThanOrEqual(0.75);
	expect(throttled).toBeLessThanOrEqual(0.09);
	expect(mostThrottled).toBeLessThanOrEqual(0.1);
});

test.each(WINDOWS)('the last of 8 workers soon has all of a %s second', (window) => {
	const [last, ...others] = longQueues(8);
	const workers = [last, ...others.map(() => ({ until: 60 }))];
	for (const { accepted } of repeat(3, { workers, window, seconds: 120 })) {
		const inTenSeconds = (from: number) =>
			accepted.filter((at) => at >= from * 1000 && at < (from + 10) * 1000).length;
		const recovered = Array.from({ length: 50 }, (_, second) => inTenSeconds(60 + second));
		const seconds = recovered.findIndex((count) => count >= 9 * REQUESTS_PER_SECOND);
		expect(seconds).toBeGreaterThanOrEqual(0);
		expect(seconds).toBeLessThanOrEqual(40);
	}
});

test.each(WINDOWS)('single requests get through beside a long queue, %s second', (window) => {
	const workers = [{ everySeconds: 10 }, ...longQueues(1)];
	const waits = repeat(4, { workers, window }).flatMap(({ workers: [single] }) => single.waits);
	expect(quantile(waits, 0.5)).toBeLessThan(1_300);
	expect(Math.max(...waits)).toBeLessThan(20_000);
});

test.each([1, 2, 3])(
	'30 requests are accepted within nine seconds after a storm, seed %i',
	(seed) => {
		const storm = { from: 0, until: 5 };
		const workers = [{ requests: 30 }];
		const { accepted } = simulate({ workers, window: 'sliding', storm, seconds: 60, seed });
		expect(accepted).toHaveLength(30);
		expect(Math.max(...accepted) / 1000 - storm.until).toBeLessThanOrEqual(9);
	},
);

/** Requests that are not equally long on their way arrive less evenly than they have left, and a full service refuses some by chance. */
test.each([
	[40, 9.5],
	[70, 9.28],
	[150, 8.65],
])('of requests 10 to %i ms on their way, %d a second are accepted', (toMs, perSecond) => {
	for (const window of WINDOWS) {
		const measured = onNetwork(toMs, window);
		expect(measured.perSecond).toBeGreaterThanOrEqual(perSecond);
		expect(measured.throttled).toBeLessThanOrEqual(0.06);
		expect(mostStartsInASecond(measured.results)).toBeLessThanOrEqual(REQUESTS_PER_SECOND);
	}
});

test.each([
	[50, 3, 8],
	[300, 5, 10],
])('of responses after %i ms, %i emails in doubt with 503s and %i in silence', async (...row) => {
	const [responseMs, failing, silent] = row;
	const send = async (outage?: '503' | 'silence') => await sendInOutage({ responseMs, outage });
	expect((await send('503')).inDoubt).toBe(failing);
	expect((await send('silence')).inDoubt).toBe(silent);
	expect((await send()).perSecond).toBeGreaterThanOrEqual(9.5);
});
