/**
 * @typedef {object} JournalEntry
 * @property {number} at when the request arrived; ms of a clock that never goes back
 * @property {string} method
 * @property {string} path without `/v1`
 * @property {unknown} query
 * @property {unknown} body parsed; the text itself when it is not JSON
 * @property {Record<string, unknown>} headers without those that carry a secret
 * @property {'valid' | 'unknown' | 'none'} key
 * @property {number | null} status null until it is answered, or when the connection was dropped
 * @property {boolean} acted whether the service did what was asked, whatever it answered
 * @property {string} [fault] what was made to go wrong
 */

const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie'];

/**
 * @param {import('fastify').FastifyRequest} request
 * @param {number} at
 * @param {string[]} keys the project's keys
 * @returns {JournalEntry}
 */
function createJournalEntry(request, at, keys) {
	const headers = Object.entries(request.headers).filter(
		([name]) => !SECRET_HEADERS.includes(name),
	);
	return {
		at,
		method: request.method,
		path: redactKeys(request.url.replace(/\?.*$/s, '').replace(/^\/v1/, ''), keys),
		query: redactKeys(request.query, keys),
		body: undefined,
		headers: redactKeys(Object.fromEntries(headers), keys),
		key: keyState(request.headers.authorization, keys),
		status: null,
		acted: false,
	};
}

/**
 * @param {string | undefined} authorization
 * @param {string[]} keys
 */
function keyState(authorization, keys) {
	const key = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
	if (key === undefined) return 'none';
	return keys.includes(key) ? 'valid' : 'unknown';
}

/**
 * A key does not show in the journal even when a client put it where it does not belong.
 * @template T
 * @param {T} value JSON
 * @param {string[]} keys
 * @returns {T}
 */
function redactKeys(value, keys) {
	if (value === undefined) return value;
	const json = JSON.stringify(value);
	return JSON.parse(keys.reduce((text, key) => text.replaceAll(key, '[API key]'), json));
}

module.exports = { createJournalEntry, redactKeys };
