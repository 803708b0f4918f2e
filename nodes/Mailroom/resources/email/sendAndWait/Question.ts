import type { IDataObject } from 'n8n-workflow';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { escaped, paragraphs } from './html';

/** Kept as JSON while n8n waits. */
export interface Question {
	/** Part of the links, because n8n signs the same link in each round of a loop. */
	id: string;
	subject: string;
	message: string;
	responseType: 'approval' | 'approvalWithText' | 'freeText';
	/** Decisions that are offered. A free text has none. */
	choices: Choice[];
	/** Also after the time limit. Absent for a free text. */
	afterDecline?: 'stop' | 'continue';
	/** Addresses of those who are asked. The links contain only their places here. Absent in questions of earlier versions. */
	people?: string[];
	/** Addresses of those who certainly got no email. */
	notReached?: string[];
	/** End of the time limit in ms since 1970, because n8n looks for it only once a minute. Absent until the email is sent. */
	until?: number;
	/** Content of the reply page's field. */
	prefilledText?: string;
}

export interface Choice {
	label: string;
	approved: boolean;
}

const RESPOND: Choice = { label: 'Respond', approved: true };

/** Links in the email. With a text, the page behind the one link asks for the decision. */
export function linksOf({ responseType, choices }: Question): Choice[] {
	return responseType === 'approval' ? choices : [RESPOND];
}

/** @param others number of people who were asked beside the reader */
export function othersText(others: number): string {
	const people = others === 1 ? '1 other person was' : `${others} other people were`;
	return `${people} asked, too, and the first response counts.`;
}

/** Silence is never an approval. */
export function expiredOutput({ responseType, afterDecline }: Question): IDataObject | undefined {
	if (responseType === 'freeText') return { data: { expired: true } };
	return afterDecline === 'continue' ? { data: { approved: false, expired: true } } : undefined;
}

/** Key in n8n's context of the node. */
export const QUESTION = 'question';

const BUTTON =
	'display:inline-block;margin:0 12px 12px 0;padding:12px 24px;border-radius:6px;font-weight:bold;text-decoration:none;';
const APPROVE = `${BUTTON}background:#1a5fb4;border:1px solid #1a5fb4;color:#ffffff;`;
const DECLINE = `${BUTTON}background:#ffffff;border:1px solid #5e5c64;color:#3d3846;`;

/**
 * Mail programs cut off emails at about 100 kB of HTML, whatever the encoding on the way. The rest is for what the service adds, such as a
 * header and longer links for tracking.
 */
const MAX_EMAIL_BYTES = 95_000;

/** @throws InvalidParameter if mail programs could cut off the links, which stand at the end */
export function assertShowsLinks(email: string, messageLabel: string): void {
	const bytes = Buffer.byteLength(email);
	if (bytes <= MAX_EMAIL_BYTES) return;
	const kilobytes = Math.ceil(bytes / 1000);
	throw new InvalidParameter(
		messageLabel,
		`is too long: the email has ${kilobytes} kB, and mail programs cut off the buttons at about 100 kB`,
		'Shorten it, or put the text on a web page and link to it',
	);
}

interface EmailTo {
	/** Gives the address of a link's page. */
	addressFor: (link: Choice) => string;
	/** Number of other people who are asked. */
	others: number;
	deadline?: string;
}

export function questionEmail(
	question: Question,
	{ addressFor, others, deadline }: EmailTo,
): string {
	const buttons = linksOf(question).map((link) => {
		const style = link.approved ? APPROVE : DECLINE;
		return `<a href="${escaped(addressFor(link))}" style="${style}">${escaped(link.label)}</a>`;
	});
	return [
		'<div style="max-width:600px;font-family:sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere;">',
		paragraphs(question.message),
		...(deadline ? [`<p>Please respond by ${escaped(deadline)}.</p>`] : []),
		...(others > 0 ? [`<p>${othersText(others)}</p>`] : []),
		`<p style="margin-top:24px;">${buttons.join('\n')}</p>`,
		'<p style="font-size:13px;">The link opens a page where you can respond. Anyone with this email can respond, so don&#39;t forward it.</p>',
		'</div>',
	].join('\n');
}
