const { getAllLists } = require('./jobs/getRecords');
const { dice } = require('./dice');
const { runJob } = require('./runJob');
const { runSeed } = require('./runSeed');

/** More would slow each other down on a small machine; fewer would leave it waiting for the node's pace. */
const SEEDS_AT_ONCE = 4;

/**
 * @param {number[]} seeds
 * @param {object} [options]
 * @param {import('../engine/underTest').Classes} [options.classes]
 * @param {string[]} [options.only] names of operations
 * @param {(report: import('./runSeed').Report) => void} [options.onReport] called in the order of the seeds
 */
async function runSeeds(seeds, { classes, only, onReport = () => {} } = {}) {
	const waiting = [...seeds.entries()];
	/** @type {import('./runSeed').Report[]} */
	const reports = [];
	let reported = 0;
	const work = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const [index, seed] = next;
			reports[index] = await runSeed(seed, { classes, only });
			while (reports[reported]) onReport(reports[reported++]);
		}
	};
	await warmUp(classes);
	await Promise.all(Array.from({ length: SEEDS_AT_ONCE }, work));
	return { reports, missing: neverSeen(reports) };
}

/**
 * Requests answered while n8n still loads what it needs for the first of them would be late.
 *
 * @param {import('../engine/underTest').Classes} [classes]
 */
async function warmUp(classes) {
	const settings = { onError: /** @type {const} */ ('stopWorkflow'), retryOnFail: false };
	await runJob({ job: getAllLists(dice(0)), settings, script: [], classes });
}

/**
 * Kinds of faults that no request met, and fates that no item had: a run without them proves nothing about them.
 *
 * @param {import('./runSeed').Report[]} reports
 */
function neverSeen(reports) {
	const counts = reports.flatMap(({ faults, items }) => [
		...Object.entries(faults),
		...Object.entries(items),
	]);
	const seen = new Set(counts.filter(([, count]) => count > 0).map(([name]) => name));
	return [...new Set(counts.map(([name]) => name))].filter((name) => !seen.has(name));
}

module.exports = { runSeeds };
