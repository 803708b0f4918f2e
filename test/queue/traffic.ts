const WINDOW_MS = 1000;

/**
 * @typedef {import('../../sandbox/traffic/createJournalEntry').JournalEntry} JournalEntry
 *
 * @typedef {object} Traffic what the service saw, by its own clock
 * @property {number} requests
 * @property {number} throttled answered 429
 * @property {number} accepted all others: those that count towards the limit
 * @property {number} seconds from the first request to the last that was accepted
 * @property {number} mostPerSecond accepted in any second, wherever it starts
 */

/**
 * @param {JournalEntry[]} journal
 * @returns {Traffic}
 */
function traffic(journal) {
	const accepted = journal.filter(({ status }) => status !== 429).map(({ at }) => at);
	return {
		requests: journal.length,
		throttled: journal.length - accepted.length,
		accepted: accepted.length,
		seconds: ((accepted.at(-1) ?? 0) - (accepted[0] ?? 0)) / 1000,
		mostPerSecond: Math.max(
			0,
			...accepted.map(
				(start) => accepted.filter((at) => at >= start && at - start < WINDOW_MS).length,
			),
		),
	};
}

/** @param {Traffic} traffic */
function trafficLine({ requests, throttled, accepted, seconds, mostPerSecond }) {
	const share = (100 * throttled) / requests;
	return (
		`${accepted} requests accepted in ${seconds.toFixed(1)} s: ${(accepted / seconds).toFixed(1)} per second, ` +
		`${mostPerSecond} in the busiest; ${throttled} of ${requests} answered 429 (${share.toFixed(0)} %)`
	);
}

module.exports = { traffic, trafficLine };
