import { RATE_RULE, type RateRule } from '../../../nodes/Mailroom/transport/gate/RateLimiter';
import { readFlags } from '../../../tools/process/readFlags';
import { onNetwork, pairs, sharing, WINDOWS } from './measures';

const USAGE =
	'Usage: npx tsx test/transport/simulation [--decrease <rate>] [--quiet <ms>] [--increase <rate per second>]';
const presets = {
	decrease: String(RATE_RULE.decrease),
	quiet: String(RATE_RULE.quietMs),
	increase: String(RATE_RULE.increase),
};
const { textOf } = readFlags(process.argv.slice(2), { presets, usage: USAGE });
const rule: RateRule = {
	...RATE_RULE,
	decrease: Number(textOf('decrease')),
	quietMs: Number(textOf('quiet')),
	increase: Number(textOf('increase')),
};

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

const WAYS_MS = [40, 70, 100, 150];
const WORKERS = [1, 2, 4, 8];

console.log('rule', rule);
console.log('One worker on a network, requests accepted per second, and responses with 429:');
console.table(
	WAYS_MS.map((toMs) => ({
		'travel time': `10 to ${toMs} ms`,
		...columns((window) => {
			const { perSecond, throttled } = onNetwork(toMs, window, rule);
			return `${perSecond.toFixed(2)}, ${percent(throttled)}`;
		}),
	})),
);
console.log('Two workers of 300 requests, use of the rate limit: median, lowest, 429:');
console.table([
	columns((window) => {
		const { median, lowest, throttled } = pairs(window, rule);
		return `${percent(median)}, ${percent(lowest)}, ${percent(throttled)}`;
	}),
]);
console.log('Workers with long queues, use of the rate limit, 429, fairness:');
console.table(
	WORKERS.map((workers) => ({
		workers,
		...columns((window) => {
			const { used, throttled, fairness } = sharing(workers, window, rule);
			return `${percent(used)}, ${percent(throttled)}, ${fairness.toFixed(2)}`;
		}),
	})),
);

function columns(measure: (window: (typeof WINDOWS)[number]) => string) {
	return Object.fromEntries(WINDOWS.map((window) => [`${window} second`, measure(window)]));
}
