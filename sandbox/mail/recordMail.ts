const { renderMarkdown } = require('./renderMarkdown');

/**
 * @typedef {object} EmailContent the service's document, "Email-sending fields shared by several endpoints"
 * @property {string} subject
 * @property {string} body
 * @property {'markdown' | 'html'} [bodyFormat] markdown by default
 * @property {boolean | null} [trackEmailOpens]
 * @property {boolean | null} [trackEmailLinkClicks]
 * @property {number | null} [delaySeconds]
 * @property {string | null} [delayUntilDate]
 */

/**
 * "Sends" one mail: puts it into the store, where the inbox shows it.
 * @param {import('../createService').Service} service
 * @param {EmailContent} content
 * @param {Pick<import('../store/Store').Mail, 'kind' | 'to' | 'list'>} envelope
 */
function recordMail({ store, now }, content, envelope) {
	const { subject, body, bodyFormat = 'markdown' } = content;
	store.addMail({
		...envelope,
		subject,
		body,
		bodyFormat,
		html: bodyFormat === 'html' ? body : renderMarkdown(body),
		acceptedAt: new Date(now()).toISOString(),
		sendAt: sendAt(content, now()),
		trackEmailOpens: content.trackEmailOpens ?? null,
		trackEmailLinkClicks: content.trackEmailLinkClicks ?? null,
	});
}

/**
 * @param {EmailContent} content
 * @param {number} now
 */
function sendAt({ delaySeconds, delayUntilDate }, now) {
	if (delaySeconds) return new Date(now + delaySeconds * 1000).toISOString();
	return delayUntilDate ? new Date(delayUntilDate).toISOString() : null;
}

module.exports = { recordMail };
