import { misspeltTags } from '../../parameters/misspeltTags';
import { tagsIn } from '../../parameters/personalizationTags';
import type { EmailContent } from '../../service';

type Texts = Pick<EmailContent, 'subject' | 'body'>;

/** A hint is read at a glance. */
const MAX_NAMED = 5;

/** What the user is told of tags in emails that were sent, of which the service probably made nothing; none without any. */
export function misspeltTagsHint(emails: Texts[]): string[] {
	const tags = new Map(
		distinctTexts(emails)
			.flatMap(misspeltTags)
			.map(({ name, meant }) => [name, `{{${name}}} (meant: {{${meant}}}?)`]),
	);
	if (tags.size === 0) return [];
	return [
		`Sent with tags that the service may not know: ${named([...tags.values()])}. It fills in a tag only when it is spelt exactly so, or when a custom property has that name.`,
	];
}

/** What the user is told of tags in emails that were sent and that the service does not personalize; none without any. */
export function unfilledTagsHint(emails: Texts[]): string[] {
	const tags = [...new Set(distinctTexts(emails).flatMap(tagsIn))];
	if (tags.length === 0) return [];
	return [
		`Sent as typed: ${named(tags)}. In transactional emails the service fills in no tags; use an expression with a value of the item instead, such as {{ $json.name }}.`,
	];
}

function named(tags: string[]): string {
	const more = tags.length - MAX_NAMED;
	const names = tags.slice(0, MAX_NAMED).join(', ');
	return more > 0 ? `${names} and ${more} more` : names;
}

function distinctTexts(emails: Texts[]): string[] {
	return [...new Set(emails.flatMap(({ subject, body }) => [subject, body]))];
}
