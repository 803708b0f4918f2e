import { createHash } from 'node:crypto';
import { escaped, paragraphs } from './html';
import { othersText, type Choice, type Question } from './Question';
import type { Incomplete, Reply } from './reply';

const PAGE_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 38rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.375rem; line-height: 1.3; }
textarea, button { box-sizing: border-box; width: 100%; font: inherit; border-radius: 0.375rem; }
textarea { min-height: 9rem; field-sizing: content; max-height: 70vh; margin: 0.25rem 0 1rem; padding: 0.5rem; }
button { padding: 0.75rem 1.5rem; border: 1px solid; font-weight: bold; cursor: pointer; }
button + button { margin-top: 0.75rem; }
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

interface Link extends Choice {
	/** Whose link it is. */
	address?: string;
}

/** @param incomplete the previous reply */
export function questionPage(question: Question, link: Link, incomplete?: Incomplete): string {
	const { subject, message, prefilledText = '' } = question;
	const isText = question.responseType !== 'approval';
	const problem = incomplete && `<p role="alert">${escaped(incomplete.problem)}</p>`;
	return page(subject, [
		`<h1>${escaped(subject)}</h1>`,
		paragraphs(message),
		forWhom(link.address),
		question.people && question.people.length > 1
			? `<p>${othersText(question.people.length - 1)}</p>`
			: '',
		problem ?? '',
		// Without an action, it posts to the page's signed address.
		'<form method="post">',
		isText ? textField(question, incomplete?.text ?? prefilledText) : '',
		...buttonsOf(question, link),
		'</form>',
	]);
}

function textField({ responseType, prefilledText = '' }: Question, content: string): string {
	const isOptional = responseType === 'approvalWithText' && prefilledText.trim() === '';
	const label = `Your response${isOptional ? ' (optional)' : ''}`;
	const required = isOptional ? '' : ' required';
	// HTML drops a line break at the start of the field.
	return `<label>${label}<textarea name="text"${required} autofocus>\n${escaped(content)}</textarea></label>`;
}

function buttonsOf(question: Question, link: Choice): string[] {
	const sent = (button: string) => `Your response is sent when you press ${button}.`;
	if (question.responseType !== 'approvalWithText') {
		const label = question.responseType === 'freeText' ? 'Submit' : link.label;
		return [button({ ...link, label }), `<small>${sent('the button')}</small>`];
	}
	const { choices, afterDecline } = question;
	const isDeclinable = choices.some(({ approved }) => !approved);
	// With "Stop", nobody would read it.
	const takesReason = isDeclinable && afterDecline === 'continue';
	const reason = takesReason ? ' To decline with a reason, write it in the field.' : '';
	return [
		...choices.map((choice) => button(choice, ` name="approved" value="${choice.approved}"`)),
		`<small>${sent(isDeclinable ? 'a button' : 'the button')}${reason}</small>`,
	];
}

/** A decline needs no text. */
function button({ label, approved }: Choice, decision = ''): string {
	const attributes = approved ? ' class="approve"' : ' formnovalidate';
	return `<button type="submit"${decision}${attributes}>${escaped(label)}</button>`;
}

/** A forwarded link answers in the name of the first recipient. */
function forWhom(address: string | undefined): string {
	return address === undefined ? '' : `<p>This page is for ${escaped(address)}.</p>`;
}

export function recordedPage(
	{ subject, choices }: Question,
	{ approved, text }: Reply,
	address?: string,
): string {
	const decision = choices.find((choice) => choice.approved === approved)?.label;
	const reply = [decision, text].filter(Boolean).join('\n\n');
	return page('Your response is recorded', [
		'<h1>Your response is recorded</h1>',
		`<p>${escaped(subject)}</p>`,
		`<blockquote>${paragraphs(reply)}</blockquote>`,
		forWhom(address),
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
