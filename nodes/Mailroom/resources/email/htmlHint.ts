import type { EmailContent } from '../../service';

/** The start of a tag of HTML that emails are made of. An address such as `<https://...>` is none, and no `a <b`. */
const HTML_TAG =
	/<\/?(a|b|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|section|span|strong|style|table|td|th|tr|u|ul)(?:\s?\/?>|\s[a-z-]{1,20}=)/i;

/** Tells the user of HTML in emails that were sent as Markdown; nothing where there was none. */
export function htmlHint(emails: EmailContent[]): string[] {
	const bodies = new Set(
		emails.flatMap(({ bodyFormat, body }) => (bodyFormat === 'markdown' ? body : [])),
	);
	for (const body of bodies) {
		const [, tag] = HTML_TAG.exec(body) ?? [];
		if (tag !== undefined) {
			return [
				// n8n takes angle brackets in a hint for HTML.
				`The body holds HTML, such as ‹${tag}›, but was sent as Markdown. If it does not look right, choose HTML in the field "Body Format".`,
			];
		}
	}
	return [];
}
