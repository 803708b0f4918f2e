import { misspeltTags } from '../../parameters/misspeltTags';
import { tagsIn } from '../../parameters/personalizationTags';
import type { EmailContent } from '../../service';

type Texts = Pick<EmailContent, 'subject' | 'body'>;

/** A hint is read at a glance. */
const MOST_TAGS_NAMED = 5;

/** What the user is told of tags in emails that were sent, of which the service probably made nothing; none without any. */
export function misspeltTagsHint(emails: Texts[]): string[] {
	const tags = new Map(
		distinctTexts(emails)
			.flatMap(misspeltTags)
			.map(({ name, meant }) => [name, `{{${name}}} (meant: {{${meant}}}?)`]),
	);
	if (tags.size === 0) return [];
	return [
		`Sent with tags that the service may not know: ${[...tags.values()].join(', ')}. It fills in a tag only when it is spelt exactly so, or when a custom property has that name.`,
	];
}

/** What the user is told of tags in emails that were sent and that the service does not personalize; none without any. */
export function unfilledTagsHint(emails: Texts[]): string[] {
	const tags = [...new Set(distinctTexts(emails).flatMap(tagsIn))];
	if (tags.length === 0) return [];
	const named = tags.slice(0, MOST_TAGS_NAMED).join(', ');
	const rest = tags.length - MOST_TAGS_NAMED;
	const more = rest > 0 ? ` and ${rest} more` : '';
	return [
		`Sent as typed: ${named}${more}. In transactional emails the service fills in no tags; use an expression with a value of the item instead, such as {{ $json.name }}.`,
	];
}

function distinctTexts(emails: Texts[]): string[] {
	return [...new Set(emails.flatMap(({ subject, body }) => [subject, body]))];
}
