/**
 * Whether a mail still waits for its time. Nothing runs when it comes: who looks, asks.
 * @param {import('../store/Store').Mail} mail
 * @param {number} now ms since 1970
 */
function isScheduled({ sendAt }, now) {
	return sendAt !== null && Date.parse(sendAt) > now;
}

module.exports = { isScheduled };
