import { misspeltTags } from '../../parameters/misspeltTags';
import type { EmailContent } from '../../service';

/** What the user is told of tags in emails that were sent, of which the service probably made nothing; none without any. */
export function misspeltTagsHint(emails: EmailContent[]): string[] {
	const texts = new Set(emails.flatMap(({ subject, body }) => [subject, body]));
	const tags = new Map(
		[...texts]
			.flatMap(misspeltTags)
			.map(({ name, meant }) => [name, `{{${name}}} (meant: {{${meant}}}?)`]),
	);
	if (tags.size === 0) return [];
	return [
		`Sent with tags that the service may not know: ${[...tags.values()].join(', ')}. It fills in a tag only when it is spelt exactly so, or when a custom property has that name.`,
	];
}
