import { escaped, messageHtml } from './html';
import type { Question } from './Question';

const BUTTON =
	'display:inline-block;margin:0 12px 12px 0;padding:12px 24px;border-radius:6px;font-weight:bold;text-decoration:none;';
const AGREEING = `${BUTTON}background:#1a5fb4;border:1px solid #1a5fb4;color:#ffffff;`;
const REFUSING = `${BUTTON}background:#ffffff;border:1px solid #5e5c64;color:#3d3846;`;

/** A border shows where a value ends, whatever is written in it. */
const VALUE =
	' style="margin:0 0 12px;padding:4px 12px;border-left:4px solid #5e5c64;white-space:pre-wrap;"';

/**
 * The HTML of the email that asks a question.
 *
 * @param links the addresses of the pages on which the choices are made, in their order
 */
export function questionEmail(question: Question, links: string[]): string {
	const buttons = question.choices.map(({ label, approved }, index) => {
		const style = approved ? AGREEING : REFUSING;
		return `<a href="${escaped(links[index])}" style="${style}">${escaped(label)}</a>`;
	});
	return [
		'<div style="max-width:600px;font-family:sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere;">',
		messageHtml(question, VALUE),
		`<p style="margin-top:24px;">${buttons.join('\n')}</p>`,
		'<p style="font-size:13px;">The link opens a page; you answer there. Whoever has this email can answer, so do not forward it.</p>',
		'</div>',
	].join('\n');
}
