/**
 * Requests for what was asked for once, after the service had answered it, or may have acted on what must not be repeated.
 *
 * @param {import('./runJob').JobRun} jobRun
 * @returns {string[]}
 */
function wrongRequests({ job, requests }) {
	const asked = job.items.flatMap(job.asks);
	const isAskedOnce = (/** @type {string} */ deed) =>
		job.atMost?.(deed) === 1 || asked.filter((other) => other === deed).length === 1;
	/** @type {Map<string, string>} */
	const settled = new Map();
	/** @type {string[]} */
	const wrong = [];
	for (const request of requests) {
		const deeds = job.deeds(request.body).filter(isAskedOnce);
		for (const deed of deeds) {
			const why = settled.get(deed);
			if (why) wrong.push(`${deed}: asked for again after ${why}`);
		}
		const why = whySettled(request, job.atMost !== undefined);
		if (why) for (const deed of deeds) settled.set(deed, why);
	}
	return wrong;
}

/**
 * Why a request must not be repeated; undefined when it may be.
 *
 * @param {import('./runJob').Request} request
 * @param {boolean} isOnce whether it is of those that must not be repeated when they may have been acted on
 */
function whySettled({ kind, status, isHeard }, isOnce) {
	const isRejected = isHeard && status !== null && status >= 400 && status < 500;
	if (isRejected) return undefined;
	if (isHeard && !kind) return 'it was accepted';
	return isOnce ? `a ${kind ?? 'timeout'}` : undefined;
}

module.exports = { wrongRequests };
