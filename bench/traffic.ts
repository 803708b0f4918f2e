/**
 * @typedef {import('./startSandboxProcess').JournalEntry} JournalEntry
 *
 * @typedef {object} Pace
 * @property {number} requests
 * @property {number} throttled how many of them were answered 429
 * @property {number} perSecond the others, from the first to the last, by the service's clock
 *
 * @typedef {{ lost: number, doubled: number }} Delivery
 */

/**
 * @param {JournalEntry[]} journal
 * @returns {Pace}
 */
function paceOf(journal) {
	const starts = journal.filter(({ status }) => status !== 429).map(({ at }) => at);
	const seconds = (starts[starts.length - 1] - starts[0]) / 1000;
	return {
		requests: journal.length,
		throttled: journal.length - starts.length,
		perSecond: (starts.length - 1) / seconds,
	};
}

/**
 * How many addresses the service has not acted on, and on how many more than once.
 *
 * @param {JournalEntry[]} journal
 * @param {string[]} emails the addresses that were to be reached
 * @returns {Delivery}
 */
function deliveryOf(journal, emails) {
	const times = new Map(emails.map((email) => [email, 0]));
	for (const { acted, body } of journal) {
		if (!acted) continue;
		for (const email of addressesIn(body)) times.set(email, (times.get(email) ?? 0) + 1);
	}
	const counts = [...times.values()];
	return {
		lost: counts.filter((count) => count === 0).length,
		doubled: counts.filter((count) => count > 1).length,
	};
}

/** @param {unknown} body of a transactional email, or of contacts */
function addressesIn(body) {
	const { to, contacts } = /** @type {{ to?: string, contacts?: { email: string }[] }} */ (body);
	return contacts ? contacts.map(({ email }) => email) : [String(to)];
}

module.exports = { deliveryOf, paceOf };
