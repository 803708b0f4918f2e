import type { EmailContent } from '../../service';

/** What Markdown hardly ever holds: a tag that closes, or one that needs no closing. An address such as `<https://...>` is neither. */
const HTML_TAG = /<\/[a-z][a-z\d]*\s*>|<(?:br|hr|img|p)\b[^<>]*>/i;

/** What the user is told of HTML in emails that were sent as Markdown; nothing where there was none. */
export function htmlHint(emails: EmailContent[]): string[] {
	const bodies = new Set(
		emails.flatMap(({ bodyFormat, body }) => (bodyFormat === 'markdown' ? body : [])),
	);
	for (const body of bodies) {
		const [tag] = HTML_TAG.exec(body) ?? [];
		if (tag !== undefined) {
			return [
				`The body holds HTML, such as ${tag}, but was sent as Markdown. If it does not look right, choose HTML in the field "Body Format".`,
			];
		}
	}
	return [];
}
