import { REQUESTS_PER_SECOND } from '../../nodes/Mailroom/service';
import { mostInASecond } from '../../sandbox/traffic/mostInASecond';
import type { Result } from './simulate';

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

export const mean = (numbers: number[]) => sum(numbers) / numbers.length;

/** Accepted requests, as a part of what the service allows. */
export const goodput = ({ accepted }: Result) => mean(accepted) / REQUESTS_PER_SECOND;

/** 429s as a part of all answers, from a second on. */
export const refusedPart = ({ accepted, refused }: Result, from = 0) => {
	const refusals = sum(refused.slice(from));
	return refusals / (refusals + sum(accepted.slice(from)));
};

/** What the worker with the fewest accepted requests got, as a part of what each would get if all got the same. */
export const leastShare = ({ workers }: Result) => {
	const accepted = workers.map((worker) => worker.accepted);
	return Math.min(...accepted) / mean(accepted);
};

/** Jain's index of what the workers got: 1 when all got the same, 1 / n when one of n got everything. */
export const jainsIndex = ({ workers }: Result) => {
	const accepted = workers.map((worker) => worker.accepted);
	return sum(accepted) ** 2 / (accepted.length * sum(accepted.map((one) => one ** 2)));
};

/** When all workers have ended: what was accepted from the first to the last, as a part of what the service allows. */
export const goodputToTheEnd = ({ workers }: Result) => {
	const times = workers.flatMap(({ acceptedAt }) => acceptedAt);
	const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
	return (times.length - 1) / seconds / REQUESTS_PER_SECOND;
};

/** How many requests failed after a minute of nothing but 429. */
export const gaveUp = ({ workers }: Result) => sum(workers.map((worker) => worker.gaveUp));

/** How many seconds after `since` the first ten seconds begin in which nine tenths of the limit are used. */
export const secondsToRecover = ({ accepted }: Result, since: number) =>
	accepted
		.slice(since)
		.findIndex((_, second, all) => sum(all.slice(second, second + 10)) >= 9 * REQUESTS_PER_SECOND);

/** The most starts of one worker in any second. */
export const mostStartsInASecond = ({ workers }: Result) =>
	Math.max(...workers.map(({ starts }) => mostInASecond(starts)));

/** @param part From 0 to 1; 0.5 is the median. */
export const quantile = (numbers: number[], part: number) =>
	[...numbers].sort((a, b) => a - b)[Math.floor(part * (numbers.length - 1))];
