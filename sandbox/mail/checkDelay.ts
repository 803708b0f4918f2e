const { ServiceError } = require('../ServiceError');

/**
 * Which of the two would win is not shown in the document, so asking for both is refused.
 * @param {import('./recordMail').EmailContent} content
 */
function checkDelay({ delaySeconds, delayUntilDate }) {
	const hasSeconds = (delaySeconds ?? undefined) !== undefined;
	const hasDate = (delayUntilDate ?? undefined) !== undefined;
	if (hasSeconds && hasDate) {
		throw new ServiceError(400, 'delaySeconds and delayUntilDate cannot both be given');
	}
}

module.exports = { checkDelay };
