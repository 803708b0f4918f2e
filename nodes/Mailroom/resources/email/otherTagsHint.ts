import { otherTags } from '../../parameters/otherTags';
import { named } from '../../parameters/emailText';
import { shownBare } from '../../parameters/InvalidParameter';
import type { EmailContent } from '../../service';

/** Names the tags of emails that may have arrived empty; nothing where there were none. */
export function otherTagsHint(emails: EmailContent[]): string[] {
	const texts = new Set(emails.flatMap(({ subject, body }) => [subject, body]));
	const tags = new Set([...texts].flatMap(otherTags));
	if (tags.size === 0) return [];
	return [
		`These tags are none of the contact's own fields: ${named([...tags].map(shownBare))}. They were sent as typed, and come out empty unless the contact has a custom property of that name.`,
	];
}
