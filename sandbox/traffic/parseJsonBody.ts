const { ServiceError } = require('../ServiceError');

/**
 * Bodies are JSON and say so (the service's document, general rule 2).
 * @param {unknown} text
 * @param {string} [contentType]
 */
function parseJsonBody(text, contentType) {
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
		throw new ServiceError(400, 'The Content-Type must be application/json');
	}
	try {
		return JSON.parse(String(text));
	} catch (error) {
		throw new ServiceError(400, `The body is not JSON: ${/** @type {Error} */ (error).message}`);
	}
}

module.exports = { parseJsonBody };
