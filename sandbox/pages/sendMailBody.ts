import type { FastifyReply } from 'fastify';
import type { Mail } from '../store/Store';

/** Where links of a mail go: to a tab of their own, which is as free as any other. Nothing else is allowed. */
export const MAIL_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

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
const STYLE = `
	html { min-height: 100vh; background: #fff }
	html:focus-visible { outline: 2px solid #1a5fb4; outline-offset: -2px }
	body { margin: 16px; font: 16px/1.5 system-ui, sans-serif; color: #1b1f24; overflow-wrap: anywhere }
	img { max-width: 100% }
`;

/** Browsers may connect to the address in such a tag before they find that the policy forbids it. */
const CONNECTING_TAG = /<(\/?)(iframe|frame|object|embed|link)\b/gi;

/**
 * Sends the body of a mail as a document of its own. Anybody may have written it, so it is shut off by its headers as well as by
 * the frame that shows it: it may be opened without the frame.
 */
export function sendMailBody(reply: FastifyReply, { html }: Mail) {
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

/** The root can have the focus, so that who has no mouse can scroll a long mail. */
function mailDocument(body: string) {
	return `<!doctype html>
<html tabindex="0">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="only light">
<base target="_blank">
<style>${STYLE}</style>
${body.replace(CONNECTING_TAG, '<$1x-$2')}`;
}
