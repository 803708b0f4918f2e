/**
 * @typedef {import('./drawJobs').Fate} Fate
 *
 * @typedef {object} Said What the node said of one item.
 * @property {Fate} fate
 * @property {Map<string, Fate>} deeds by name; an item for several recipients may be accepted in part
 * @property {boolean} isReached false: the node stopped at an item before
 */

/**
 * What the user of the node is told about every item, by its output or, with "Stop", by the error that ended the run.
 *
 * @param {import('./runJob').JobRun} jobRun
 * @returns {Said[]}
 */
function whatNodeSaid({ job, run, requests }) {
	const { error } = run;
	if (!error) return job.items.map((item, index) => ofItem(job, item, errorMessage(run, index)));

	const failed = failedIndex(error);
	const before = job.items.slice(0, Math.max(failed, 0)).map((item) => ofItem(job, item));
	const first = job.items
		.slice(Math.max(failed, 0), failed + 1)
		.map((item) => ofItem(job, item, error.message));
	const reached = new Set(job.items.slice(0, failed + 1).flatMap(job.asks));
	const shared = requests
		.filter(({ acted }) => acted)
		.map(({ body }) => job.deeds(body))
		.filter((deeds) => deeds.some((deed) => reached.has(deed)));
	const after = job.items.slice(failed + 1).map((item) => {
		// What shares a call with the failed item has shared its fate, too.
		const fateOf = (/** @type {string} */ deed) =>
			shared.some((deeds) => deeds.includes(deed)) ? 'uncertain' : 'failed';
		const deeds = new Map(job.asks(item).map((deed) => [deed, /** @type {Fate} */ (fateOf(deed))]));
		const isUncertain = [...deeds.values()].includes('uncertain');
		return {
			fate: /** @type {Fate} */ (isUncertain ? 'uncertain' : 'failed'),
			deeds,
			isReached: false,
		};
	});
	return [...before, ...first, ...after];
}

/** Of the item that ended a run; -1 when the error names none. @param {Error} error @returns {number} */
function failedIndex(error) {
	const { context } = /** @type {Error & { context?: { itemIndex?: number } }} */ (error);
	return context?.itemIndex ?? -1;
}

/** @param {import('./runJob').JobRun['run']} run @param {number} index */
function errorMessage({ raw }, index) {
	const failed = raw?.[0].find(
		({ error, pairedItem }) => error && pairs(pairedItem).includes(index),
	);
	return failed?.error?.message;
}

/** @param {import('n8n-workflow').INodeExecutionData['pairedItem']} pairedItem */
function pairs(pairedItem) {
	return [pairedItem ?? []].flat().map((pair) => (typeof pair === 'number' ? pair : pair.item));
}

/**
 * @param {import('./drawJobs').Job} job
 * @param {import('./drawJobs').Data} item
 * @param {string} [message] of its error
 * @returns {Said}
 */
function ofItem(job, item, message) {
	const deeds = job.asks(item);
	if (message === undefined) {
		return {
			fate: 'accepted',
			deeds: new Map(deeds.map((deed) => [deed, 'accepted'])),
			isReached: true,
		};
	}
	/** @type {Fate} */
	const fate = message.includes('may or may not') ? 'uncertain' : 'failed';
	const fates = deeds.map(
		(deed) => /** @type {const} */ ([deed, job.fateOf?.(deed, message) ?? fate]),
	);
	return { fate, deeds: new Map(fates), isReached: true };
}

module.exports = { failedIndex, pairs, whatNodeSaid };
