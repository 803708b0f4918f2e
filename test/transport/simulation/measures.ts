import { REQUESTS_PER_SECOND } from '../../../nodes/Mailroom/service';
import type { RateRule } from '../../../nodes/Mailroom/transport/gate/RateLimiter';
import { simulate, type Result, type Scenario } from './simulate';

export const WINDOWS = ['fixed', 'sliding'] as const;
/** All workers begin at the same moment at the full rate. Then it takes them a while to find their parts. */
const START_MS = 30_000;
/** With fewer, chance moves the results by more than another rule does. */
const RUNS_ON_NETWORK = 200;
const PAIRS = 96;

export const longQueues = (count: number) => Array.from({ length: count }, () => ({}));

export const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

export const mean = (numbers: number[]) => sum(numbers) / numbers.length;

/** @param part from 0 to 1; 0.5 is the median */
export const quantile = (numbers: number[], part: number) =>
	[...numbers].sort((one, other) => one - other)[Math.floor(part * (numbers.length - 1))];

export const repeat = (runs: number, scenario: Omit<Scenario, 'seed'>) =>
	Array.from({ length: runs }, (_, index) => simulate({ ...scenario, seed: index + 1 }));

/** Accepted requests from the first to the last, as a share of the rate limit. */
export const used = ({ accepted }: Result) => {
	const seconds = ((accepted.at(-1) ?? 0) - accepted[0]) / 1000;
	return (accepted.length - 1) / seconds / REQUESTS_PER_SECOND;
};

/** Responses with 429, as a share of all. */
export const throttledShare = ({ accepted, throttled }: Result, fromMs = 0) => {
	const count = (times: number[]) => times.filter((at) => at >= fromMs).length;
	return count(throttled) / (count(throttled) + count(accepted));
};

/** Jain's fairness index: 1 if all workers got the same, 1 / n if one of n got everything. */
export const fairness = ({ workers }: Result) => {
	const accepted = workers.map(({ waits }) => waits.length);
	return sum(accepted) ** 2 / (accepted.length * sum(accepted.map((one) => one ** 2)));
};

/** Two executions of 300 emails, the second up to 4 s later, as in the benchmark. */
export function pairs(window: Scenario['window'], rule?: RateRule) {
	const results = Array.from({ length: PAIRS }, (_, pair) => {
		const workers = [{ requests: 300 }, { requests: 300, from: ((pair % 16) * 4) / 15 }];
		return simulate({ workers, window, seconds: 200, seed: pair + 1, rule });
	});
	const shares = results.map(used);
	return {
		median: quantile(shares, 0.5),
		lowest: Math.min(...shares),
		throttled: mean(results.map((result) => throttledShare(result))),
		mostThrottled: Math.max(...results.map((result) => throttledShare(result))),
	};
}

/** Several workers with long queues. */
export function sharing(count: number, window: Scenario['window'], rule?: RateRule) {
	const results = repeat(6, { workers: longQueues(count), window, rule });
	return {
		results,
		used: mean(results.map(used)),
		throttled: mean(results.map((result) => throttledShare(result, START_MS))),
		fairness: mean(results.map(fairness)),
	};
}

/** One worker of 150 requests, which take 10 ms to `toMs` to arrive. */
export function onNetwork(toMs: number, window: Scenario['window'], rule?: RateRule) {
	const wayMs = { from: 10, to: toMs };
	const results = repeat(RUNS_ON_NETWORK, {
		workers: [{ requests: 150 }],
		window,
		wayMs,
		seconds: 60,
		rule,
	});
	return {
		results,
		perSecond: REQUESTS_PER_SECOND * mean(results.map(used)),
		throttled: mean(results.map((result) => throttledShare(result))),
	};
}
