import { BREAKER_RULE } from '../../../nodes/Mailroom/transport/gate/CircuitBreaker';
import { RATE_RULE } from '../../../nodes/Mailroom/transport/gate/RateLimiter';
import { readFlags } from '../../../tools/process/readFlags';
import { onNetwork, pairs, sharing, WINDOWS } from './measures';
import { sendInOutage } from './outages';

/** Flags for the constants of both rules. */
const presets = {
	window: String(RATE_RULE.windowMs),
	'catch-up': String(RATE_RULE.maxCaughtUpMs),
	jitter: String(RATE_RULE.maxPauseJitterMs),
	decrease: String(RATE_RULE.decrease),
	quiet: String(RATE_RULE.quietMs),
	increase: String(RATE_RULE.increase),
	unanswered: String(BREAKER_RULE.maxStartsWithoutAnswer),
	failures: String(BREAKER_RULE.failuresToOpen),
};
const flags = Object.entries(presets).map(([name, value]) => `[--${name} ${value}]`);
const usage = `Usage: npx tsx test/transport/simulation ${flags.join(' ')}`;
const { textOf } = readFlags(process.argv.slice(2), { presets, usage });
const numberOf = (name: keyof typeof presets) => Number(textOf(name));

const rule = {
	...RATE_RULE,
	windowMs: numberOf('window'),
	maxCaughtUpMs: numberOf('catch-up'),
	maxPauseJitterMs: numberOf('jitter'),
	decrease: numberOf('decrease'),
	quietMs: numberOf('quiet'),
	increase: numberOf('increase'),
};
const breakerRule = {
	maxStartsWithoutAnswer: numberOf('unanswered'),
	failuresToOpen: numberOf('failures'),
};

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

const WAYS_MS = [40, 70, 100, 150];
const WORKERS = [1, 2, 4, 8];
const RESPONSES_MS = [50, 300, 1_500];

async function main() {
	console.log('Rate limiter', rule);
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
	console.log('Circuit breaker', breakerRule);
	console.log('Emails in doubt after an outage of 15 s, and pace without one:');
	console.table(await Promise.all(RESPONSES_MS.map(outageRow)));
}

function columns(measure: (window: (typeof WINDOWS)[number]) => string) {
	return Object.fromEntries(WINDOWS.map((window) => [`${window} second`, measure(window)]));
}

async function outageRow(responseMs: number) {
	const send = async (outage?: '503' | 'silence') =>
		await sendInOutage({ responseMs, outage, rule: breakerRule });
	const [failing, silent, well] = [await send('503'), await send('silence'), await send()];
	return {
		'response time': `${responseMs} ms`,
		'in doubt, 503': failing.inDoubt,
		'in doubt, silence': silent.inDoubt,
		'emails per second': well.perSecond.toFixed(2),
	};
}

void main();
