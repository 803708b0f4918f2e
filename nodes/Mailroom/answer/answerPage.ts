import { createHash } from 'node:crypto';
import { escaped, messageHtml, paragraphs } from './html';
import type { Choice, Question } from './Question';

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 38rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.375rem; line-height: 1.3; }
dd { margin: 0 0 0.75rem; padding: 0.25rem 0.75rem; border-left: 0.25rem solid; white-space: pre-wrap; }
textarea, button { box-sizing: border-box; width: 100%; font: inherit; border-radius: 0.375rem; }
textarea { min-height: 9rem; margin: 0.25rem 0 1rem; padding: 0.5rem; }
button { padding: 0.75rem 1.5rem; border: 1px solid; font-weight: bold; cursor: pointer; }
.agree { background: #1a5fb4; border-color: #1a5fb4; color: #fff; }
small { display: block; margin-top: 0.75rem; }
[role='alert'] { padding: 0.5rem 0.75rem; border: 2px solid #c01c28; border-radius: 0.375rem; }
`;

/** No script, nothing from elsewhere, and a form that leads nowhere else. */
const POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
	"form-action 'self'",
	"base-uri 'none'",
].join('; ');

/** Of a page that says what is asked. Its address is a secret, as whoever knows it can answer. */
export const PAGE_HEADERS = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
	'X-Frame-Options': 'DENY',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
	'Referrer-Policy': 'same-origin',
	'Cache-Control': 'no-store',
};

/**
 * The page behind a link of the email: it says what is asked, and its button answers.
 *
 * @param choice that the link is for
 * @param problem with the answer that was tried before
 */
export function questionPage(question: Question, choice: Choice, problem?: string): string {
	const isText = question.responseType === 'freeText';
	return page(question.subject, [
		`<h1>${escaped(question.subject)}</h1>`,
		messageHtml(question),
		problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`,
		// Without an action it is sent to the address of the page, which n8n has signed.
		'<form method="post">',
		isText ? '<label>Your answer<textarea name="text" required autofocus></textarea></label>' : '',
		`<button type="submit"${choice.approved ? ' class="agree"' : ''}>${escaped(isText ? 'Submit' : choice.label)}</button>`,
		'<small>Nothing is answered before you press the button.</small>',
		'</form>',
	]);
}

/** @param answer what was recorded: the label of a choice, or a text */
export function recordedPage({ subject }: Question, answer: string): string {
	return page('Your answer is recorded', [
		'<h1>Your answer is recorded</h1>',
		`<p>${escaped(subject)}</p>`,
		`<blockquote>${paragraphs(answer)}</blockquote>`,
		'<p>You can close this page.</p>',
	]);
}

function page(title: string, content: string[]): string {
	return [
		'<!doctype html>',
		'<html lang="en">',
		'<head>',
		'<meta charset="utf-8">',
		// n8n sends the page that follows an answer with a policy of its own.
		`<meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		'<meta name="robots" content="noindex, nofollow">',
		`<title>${escaped(title)}</title>`,
		`<style>${STYLE}</style>`,
		'</head>',
		'<body><main>',
		...content.filter((part) => part !== ''),
		'</main></body>',
		'</html>',
	].join('\n');
}
