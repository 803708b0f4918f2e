const { REQUESTS_PER_SECOND } = require('../../nodes/Mailroom/service');

/** @typedef {import('./simulate').Result} Result */

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, one) => total + one, 0);

const mean = (/** @type {number[]} */ numbers) => sum(numbers) / numbers.length;

/**
 * Accepted requests, as a part of what the service allows.
 *
 * @param {Result} result
 */
const goodput = ({ accepted }) => mean(accepted) / REQUESTS_PER_SECOND;

/**
 * 429s as a part of all answers, from a second on.
 *
 * @param {Result} result
 */
const refusedPart = ({ accepted, refused }, from = 0) => {
	const refusals = sum(refused.slice(from));
	return refusals / (refusals + sum(accepted.slice(from)));
};

/**
 * What the worker with the fewest accepted requests got, as a part of what each would get if all got the same.
 *
 * @param {Result} result
 */
const leastShare = ({ workers }) => {
	const accepted = workers.map((worker) => worker.accepted);
	return Math.min(...accepted) / mean(accepted);
};

/**
 * How many requests failed after a minute of nothing but 429.
 *
 * @param {Result} result
 */
const gaveUp = ({ workers }) => sum(workers.map((worker) => worker.gaveUp));

/**
 * How many seconds after `since` the first ten seconds begin in which nine tenths of the limit are used.
 *
 * @param {Result} result
 * @param {number} since
 */
const secondsToRecover = ({ accepted }, since) =>
	accepted
		.slice(since)
		.findIndex((_, second, all) => sum(all.slice(second, second + 10)) >= 9 * REQUESTS_PER_SECOND);

/**
 * The shortest time that any 11 consecutive starts of one worker span, in ms.
 *
 * @param {Result} result
 */
const shortestSpanOf11Starts = ({ workers }) =>
	Math.min(
		...workers.flatMap(({ starts }) => starts.slice(10).map((last, index) => last - starts[index])),
	);

/**
 * @param {number[]} numbers
 * @param {number} part From 0 to 1; 0.5 is the median.
 */
const quantile = (numbers, part) =>
	[...numbers].sort((a, b) => a - b)[Math.floor(part * (numbers.length - 1))];

module.exports = {
	gaveUp,
	goodput,
	leastShare,
	mean,
	quantile,
	refusedPart,
	secondsToRecover,
	shortestSpanOf11Starts,
};
