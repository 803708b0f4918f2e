const { ServiceError } = require('../ServiceError');

/** @type {Record<'none' | 'unknown', string>} */
const KEY_MESSAGES = {
	none: 'The header "Authorization: Bearer <API key>" is missing',
	unknown: 'The API key is not known',
};

/**
 * Why a request is turned away before anybody looks at what it asks for.
 * @param {import('../createService').Service} service
 * @param {import('./createJournalEntry').JournalEntry} entry
 * @returns {ServiceError | undefined}
 */
function refuseRequest({ limiter }, { at, headers, key }) {
	// Only browsers send Origin; the service blocks them (the service's document, section "Authentication").
	if (headers.origin !== undefined) {
		return new ServiceError(403, 'Requests from web browsers are blocked');
	}
	if (key !== 'valid') return new ServiceError(401, KEY_MESSAGES[key]);
	if (!limiter.hasRoom(at)) {
		return new ServiceError(429, 'Too many requests: the limit resets after 1 second');
	}
	return undefined;
}

module.exports = { refuseRequest };
