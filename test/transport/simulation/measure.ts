import { REQUESTS_PER_SECOND } from '../../../nodes/Mailroom/service';
import { mostInASecond } from '../../../sandbox/traffic/mostInASecond';
import type { Result } from './simulate';

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

export const mean = (numbers: number[]) => sum(numbers) / numbers.length;

/** Accepted requests, as a share of the rate limit. */
export const goodput = ({ accepted }: Result) => mean(accepted) / REQUESTS_PER_SECOND;

/** Responses with 429, as a share of all responses from a second on. */
export const refusedPart = ({ accepted, refused }: Result, from = 0) => {
	const refusals = sum(refused.slice(from));
	return refusals / (refusals + sum(accepted.slice(from)));
};

/** Accepted requests of the worker with the fewest, as a share of an equal part. */
export const leastShare = ({ workers }: Result) => {
	const accepted = workers.map((worker) => worker.accepted);
	return Math.min(...accepted) / mean(accepted);
};

/** Jain's fairness index: 1 if all workers got the same, 1 / n if one of n got everything. */
export const jainsIndex = ({ workers }: Result) => {
	const accepted = workers.map((worker) => worker.accepted);
	return sum(accepted) ** 2 / (accepted.length * sum(accepted.map((one) => one ** 2)));
};

/** Accepted requests from the first to the last of all workers, as a share of the rate limit. */
export const goodputToTheEnd = ({ workers }: Result) => {
	const times = workers.flatMap(({ acceptedAt }) => acceptedAt);
	const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
	return (times.length - 1) / seconds / REQUESTS_PER_SECOND;
};

/** Number of requests that failed after a minute of only 429. */
export const gaveUp = ({ workers }: Result) => sum(workers.map((worker) => worker.gaveUp));

/** Seconds after `since` until ten seconds begin that use 90 % of the rate limit. */
export const secondsToRecover = ({ accepted }: Result, since: number) =>
	accepted
		.slice(since)
		.findIndex((_, second, all) => sum(all.slice(second, second + 10)) >= 9 * REQUESTS_PER_SECOND);

/** The highest number of starts of one worker in any second. */
export const mostStartsInASecond = ({ workers }: Result) =>
	Math.max(...workers.map(({ starts }) => mostInASecond(starts)));

/** @param part from 0 to 1; 0.5 is the median */
export const quantile = (numbers: number[], part: number) =>
	[...numbers].sort((a, b) => a - b)[Math.floor(part * (numbers.length - 1))];
