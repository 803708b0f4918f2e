const { markdownTable } = require('./markdownTable');

/**
 * @typedef {object} Goal
 * @property {string} work
 * @property {string} toReach
 * @property {string} measured
 * @property {boolean} isMet
 *
 * @typedef {object} Row what a measurement has found
 * @property {Goal[]} goals
 * @property {string} report in Markdown, for docs/benchmarks.md
 */

/** @param {Goal[]} goals */
function goalTable(goals) {
	return markdownTable(
		['work', 'to reach', 'measured', ''],
		goals.map(({ work, toReach, measured, isMet }) => [
			work,
			toReach,
			measured,
			isMet ? 'met' : '**missed**',
		]),
	);
}

module.exports = { goalTable };
