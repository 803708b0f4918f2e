import { named } from '../../parameters/emailText';
import { tagsIn } from '../../parameters/personalizationTags';
import type { EmailContent } from '../../service';

/**
 * What the user is told of tags in emails that were sent and that the service does not personalize; nothing without any. They came
 * with the values of items: one in the form is an error.
 */
export function tagsHint(emails: EmailContent[]): string[] {
	const texts = new Set(emails.flatMap(({ subject, body }) => [subject, body]));
	const tags = new Set([...texts].flatMap(tagsIn));
	if (tags.size === 0) return [];
	return [
		`Sent as typed, from values of the items: ${named([...tags])}. In transactional emails the service fills in no tags.`,
	];
}
