/** Where links of a mail go: to a tab of their own, which is as free as any other. Nothing else is allowed. */
const MAIL_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** For the document of a mail. It may look like anything, but do nothing and load nothing. */
const POLICY = [
	"default-src 'none'",
	"style-src 'unsafe-inline'",
	'img-src data:',
	'font-src data:',
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'self'",
	`sandbox ${MAIL_SANDBOX}`,
].join('; ');
const STYLE =
	'html{background:#fff}body{margin:16px;font:16px/1.5 system-ui,sans-serif;color:#1c1e21;' +
	'overflow-wrap:anywhere}img{max-width:100%}';

/**
 * Sends the body of a mail as a document of its own. Anybody may have written it, so it is shut off by its headers as well as by
 * the frame that shows it: it may be opened without the frame.
 * @param {import('fastify').FastifyReply} reply
 * @param {import('../store/Store').Mail} mail
 */
function sendMailBody(reply, { html }) {
	return reply
		.headers({
			'content-security-policy': POLICY,
			'x-content-type-options': 'nosniff',
			'x-dns-prefetch-control': 'off',
			'referrer-policy': 'no-referrer',
			'cache-control': 'no-store',
		})
		.type('text/html; charset=utf-8')
		.send(mailDocument(html));
}

/** @param {string} body */
function mailDocument(body) {
	return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="only light"><base target="_blank"><style>${STYLE}</style>${body}`;
}

module.exports = { sendMailBody, MAIL_SANDBOX };
