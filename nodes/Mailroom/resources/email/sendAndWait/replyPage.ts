import { createHash } from 'node:crypto';
import { escaped, paragraphs } from './html';
import type { Choice, Question } from './Question';

const PAGE_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 38rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.375rem; line-height: 1.3; }
textarea, button { box-sizing: border-box; width: 100%; font: inherit; border-radius: 0.375rem; }
textarea { min-height: 9rem; field-sizing: content; max-height: 70vh; margin: 0.25rem 0 1rem; padding: 0.5rem; }
button { padding: 0.75rem 1.5rem; border: 1px solid; font-weight: bold; cursor: pointer; }
.approve { background: #1a5fb4; border-color: #1a5fb4; color: #fff; }
small { display: block; margin-top: 0.75rem; }
[role='alert'] { padding: 0.5rem 0.75rem; border: 2px solid #c01c28; border-radius: 0.375rem; }
`;

const PAGE_POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
	"form-action 'self'",
	"base-uri 'none'",
].join('; ');

/** Protects the address: it lets anyone respond. */
export const PAGE_HEADERS = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `${PAGE_POLICY}; frame-ancestors 'none'`,
	'X-Frame-Options': 'DENY',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
	'Referrer-Policy': 'same-origin',
	'Cache-Control': 'no-store',
};

/** @param problem of the previous reply */
export function questionPage(question: Question, choice: Choice, problem?: string): string {
	const isText = question.responseType === 'freeText';
	return page(question.subject, [
		`<h1>${escaped(question.subject)}</h1>`,
		paragraphs(question.message),
		problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`,
		// Without an action, it posts to the page's signed address.
		'<form method="post">',
		isText ? textField(question.prefilledText ?? '') : '',
		`<button type="submit"${choice.approved ? ' class="approve"' : ''}>${escaped(isText ? 'Submit' : choice.label)}</button>`,
		'<small>Your response is sent when you press the button.</small>',
		'</form>',
	]);
}

function textField(prefilled: string): string {
	// HTML drops a line break at the start of the field.
	return `<label>Your response<textarea name="text" required autofocus>\n${escaped(prefilled)}</textarea></label>`;
}

export function recordedPage({ subject }: Question, reply: string): string {
	return page('Your response is recorded', [
		'<h1>Your response is recorded</h1>',
		`<p>${escaped(subject)}</p>`,
		`<blockquote>${paragraphs(reply)}</blockquote>`,
		'<p>You can close this page.</p>',
	]);
}

function page(title: string, content: string[]): string {
	return [
		'<!doctype html>',
		'<html lang="en">',
		'<head>',
		'<meta charset="utf-8">',
		// After a reply, n8n sends its own policy in the headers.
		`<meta http-equiv="Content-Security-Policy" content="${escaped(PAGE_POLICY)}">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		`<title>${escaped(title)}</title>`,
		`<style>${PAGE_STYLE}</style>`,
		'</head>',
		'<body><main>',
		...content.filter((part) => part !== ''),
		'</main></body>',
		'</html>',
	].join('\n');
}
