/**
 * What became of a request, in the words of the requests' page.
 * @param {Pick<import('../traffic/createJournalEntry').JournalEntry, 'status'>} entry
 * @returns {Outcome}
 *
 * @typedef {'accepted' | 'failed' | 'limited'} Outcome
 */
function outcome({ status }) {
	if (status === 429) return 'limited';
	return status !== null && status >= 200 && status < 300 ? 'accepted' : 'failed';
}

module.exports = { outcome };
