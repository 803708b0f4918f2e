const { wrongDeeds } = require('./wrongDeeds');
const { wrongOutput } = require('./wrongOutput');
const { wrongRequests } = require('./wrongRequests');

/**
 * Where the service's journal and store do not bear out what the node said and promises.
 *
 * @param {import('./runJob').JobRun} jobRun
 * @param {import('./whatNodeSaid').Said[]} said
 * @returns {string[]}
 */
function violations(jobRun, said) {
	const { job, sandbox } = jobRun;
	const fates = said.map(({ fate }) => fate);
	return [
		...wrongOutput(jobRun),
		...wrongDeeds(jobRun, said),
		...wrongRequests(jobRun),
		...(job.wrongState?.(fates, sandbox) ?? []),
	];
}

module.exports = { violations };
