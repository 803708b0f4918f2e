import type { FastifyReply } from 'fastify';
import { html, type Html } from './html';

interface Page {
	title: string;
	/** Of the body. */
	content: Html;
	/** Content-Security-Policy directives that this page needs beside its style sheet. */
	policy?: string;
	/** 200 by default. */
	status?: number;
}

const POLICY = "default-src 'none'; img-src 'self' data:; style-src 'self'; base-uri 'none'";
const PAGE_POLICY = "form-action 'none'";

/** Sends a whole page, with headers under which it can run no scripts and load nothing from elsewhere. */
export function sendPage(
	reply: FastifyReply,
	{ title, content, policy = PAGE_POLICY, status = 200 }: Page,
) {
	const document = html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>${title}</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="/style.css" />
			</head>
			<body>
				${content}
			</body>
		</html> `;
	return reply
		.code(status)
		.headers({
			'content-security-policy': `${POLICY}; frame-ancestors 'none'; ${policy}`,
			'x-content-type-options': 'nosniff',
			// A page that a mail opens in another tab has no way back to this one.
			'cross-origin-opener-policy': 'same-origin',
			// The address of a portal page is all that it takes to change the subscriptions.
			'referrer-policy': 'no-referrer',
			'cache-control': 'no-store',
		})
		.type('text/html; charset=utf-8')
		.send(document.text);
}
