const { setTimeout: sleep } = require('node:timers/promises');

const { dice } = require('./dice');
const { drawJobs } = require('./drawJobs');
const { FaultDeck } = require('./FaultDeck');
const { faultKinds } = require('./faultKinds');
const { runJob } = require('./runJob');
const { violations } = require('./violations');
const { whatNodeSaid } = require('./whatNodeSaid');

/** Longer than any job gets, so that things go wrong until its end. */
const SCRIPT_LENGTH = 100;
const START_INTERVAL_MS = 100;

/**
 * @typedef {object} Report What became of the items of one seed.
 * @property {number} seed
 * @property {number} requests
 * @property {number} late how many answers came in time, but were read too late on this machine
 * @property {Record<string, number>} faults how many requests met each kind
 * @property {Record<import('./drawJobs').Fate | 'notReached', number>} items
 * @property {string[]} violations
 */

/**
 * Runs every operation with the items, settings and faults that a seed decides.
 *
 * @param {number} seed
 * @param {object} [options]
 * @param {import('../engine/underTest').Classes} [options.classes]
 * @param {string[]} [options.only] names of operations
 * @returns {Promise<Report>}
 */
async function runSeed(seed, { classes, only } = {}) {
	const seedDice = dice(seed);
	const deck = new FaultDeck(seedDice);
	const drawn = drawJobs(seed, seedDice).map((job) => ({
		...job,
		script: deck.script(SCRIPT_LENGTH, firstFaults(job.settings, seedDice)),
	}));
	const chosen = drawn.filter(({ job }) => only?.includes(job.name) ?? true);
	const jobRuns = [];
	for (const job of chosen) {
		jobRuns.push(runJob({ ...job, classes }));
		// All at once would keep the process from reading answers while it evaluates expressions.
		await sleep(START_INTERVAL_MS);
	}
	return report(seed, await Promise.all(jobRuns));
}

/**
 * n8n tries a node that continues on errors again only when its first item has failed, which one rejection brings about for
 * an item of its own, and several in a row for the first item of a call that is split.
 *
 * @param {import('./drawJobs').Settings} settings
 * @param {import('./dice').Dice} seedDice
 * @returns {string[]}
 */
function firstFaults({ onError, retryOnFail }, seedDice) {
	const isRetriedByFirst = retryOnFail && onError !== 'stopWorkflow';
	return isRetriedByFirst ? Array(seedDice.integer(0, 4)).fill('409') : [];
}

/**
 * @param {number} seed
 * @param {import('./runJob').JobRun[]} jobRuns
 */
function report(seed, jobRuns) {
	/** @type {Report} */
	const result = {
		seed,
		requests: 0,
		late: 0,
		faults: Object.fromEntries(Object.keys(faultKinds).map((kind) => [kind, 0])),
		items: { accepted: 0, failed: 0, uncertain: 0, notReached: 0 },
		violations: [],
	};
	for (const jobRun of jobRuns) {
		const { job, settings, requests } = jobRun;
		const said = whatNodeSaid(jobRun);
		result.requests += requests.length;
		result.late += requests.filter(({ kind, isHeard }) => !kind && !isHeard).length;
		for (const { kind } of requests) if (kind) result.faults[kind]++;
		for (const { fate, isReached } of said) result.items[isReached ? fate : 'notReached']++;
		const where = `${job.name} (${settings.onError}${settings.retryOnFail ? ', retryOnFail' : ''})`;
		result.violations.push(...violations(jobRun, said).map((what) => `${where}: ${what}`));
	}
	return result;
}

module.exports = { runSeed };
