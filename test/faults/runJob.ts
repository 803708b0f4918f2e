const { startSandbox } = require('../../sandbox');
const { runNode } = require('../engine/runNode');
const { TIMEOUT_MS, faultKinds } = require('./faultKinds');
const { HeardAnswers } = require('./HeardAnswers');

/**
 * @typedef {Awaited<ReturnType<typeof runJob>>} JobRun
 *
 * @typedef {object} RequestFate
 * @property {string} [kind] what was made to go wrong with it
 * @property {boolean} isHeard whether the node heard an answer
 * @typedef {import('../../sandbox/traffic/createJournalEntry').JournalEntry & RequestFate} Request
 */

/**
 * Runs a job on n8n's engine against a service of its own, whose n-th request meets the n-th fault of the script.
 *
 * @param {object} drawn
 * @param {import('./drawJobs').Job} drawn.job
 * @param {import('./drawJobs').Settings} drawn.settings
 * @param {Array<string | undefined>} drawn.script kinds of faults, undefined where nothing goes wrong
 * @param {import('../engine/underTest').Classes} [drawn.classes]
 */
async function runJob({ job, settings, script, classes }) {
	const sandbox = await startSandbox({ limit: 0 });
	job.prepare(sandbox);
	addFaults(sandbox, script);
	const heard = new HeardAnswers(sandbox.url);
	const [resource, operation] = job.name.split(' ');
	const run = await runNode({
		classes,
		credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
		parameters: {
			resource,
			operation,
			...job.parameters,
			requestOptions: { timeout: TIMEOUT_MS },
		},
		items: job.items,
		node: { ...settings, maxTries: 3, waitBetweenTries: 1 },
	});
	heard.stop();
	await sandbox.close();
	/** @type {Request[]} */
	const requests = sandbox.journal.map((entry, index) => {
		const kind = script[index];
		if (Boolean(kind) !== Boolean(entry.fault))
			throw new Error('This is not the fault of the script');
		return { ...entry, kind, isHeard: heard.has(index) };
	});
	return { job, settings, run, sandbox, requests };
}

/**
 * @param {import('../../sandbox/startSandbox').Sandbox} sandbox
 * @param {Array<string | undefined>} script
 */
function addFaults({ faults }, script) {
	let sound = 0;
	for (const kind of script) {
		// A fault counts as skipped only the requests that no fault before it took.
		if (kind) faults.add({ endpoint: '*', skip: sound, ...faultKinds[kind] });
		else sound++;
	}
}

module.exports = { runJob };
