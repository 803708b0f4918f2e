const { join } = require('node:path');
const { inEngine } = require('../inEngine');
const { goalTable } = require('../report/goalTable');
const { median, rangeOf } = require('../report/numbers');

const EMPTY_PACKAGE = join(__dirname, '..', 'emptyPackage');
const ROUNDS = 11;
const MOST_MS = 30;

/**
 * What the package adds to the start of n8n.
 *
 * @param {import('../prepare').Bench} bench
 * @returns {Promise<import('../report/goalTable').Row>}
 */
async function loading(bench) {
	/** @type {number[]} */
	const ours = [];
	/** @type {number[]} */
	const empty = [];
	for (let round = 0; round < ROUNDS; round++) {
		ours.push(await timeOf(bench, bench.packageFolder));
		empty.push(await timeOf(bench, EMPTY_PACKAGE));
	}
	const added = median(ours) - median(empty);
	const goals = [
		{
			work: 'load the package',
			toReach: `at most ${MOST_MS} ms more than a package with an empty node`,
			measured: `${added.toFixed(1)} ms`,
			isMet: added <= MOST_MS,
		},
	];
	const times = `Median of ${ROUNDS} starts: ${rangeOf(ours, 1)} ms; the empty package ${rangeOf(empty, 1)} ms.`;
	return { goals, report: `${goalTable(goals)}\n\n${times}` };
}

/**
 * @param {import('../prepare').Bench} bench
 * @param {string} packageFolder
 */
async function timeOf(bench, packageFolder) {
	return (await inEngine(bench, 'loadPackage', { packageFolder })).milliseconds;
}

module.exports = { loading };
