import { EventLoopYield } from '../../execution/EventLoopYield';
import { innermostIn } from '../../parameters/braces';
import { shownBare } from '../../parameters/InvalidParameter';
import { firstOf } from '../../parameters/tagChecks';
import type { EmailContent } from '../../service';

/** The fields of a contact of the service, and the parts of its name. */
const OWN_FIELDS = new Set([
	...['email', 'userId', 'name', 'firstName', 'lastName', 'avatarUrl', 'languageCode'],
]);

/** A bare name and its dotted path. */
const NAME = /^[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*$/u;

/**
 * Names the tags of emails that are none of a contact's own fields; nothing where there were none. They may name a custom property: the
 * service has no list of those that are defined.
 */
export async function otherTagsHint(emails: EmailContent[]): Promise<string[]> {
	const eventLoop = new EventLoopYield();
	const tags = new Set<string>();
	let last: Pick<EmailContent, 'subject' | 'body'> = { subject: '', body: '' };
	for (const email of emails) {
		// Many emails in a row have the same texts. A set of long texts would compare all of the same length.
		const texts = [
			...(email.subject === last.subject ? [] : [email.subject]),
			...(email.body === last.body ? [] : [email.body]),
		];
		for (const tag of texts.flatMap(otherTags)) tags.add(tag);
		last = email;
		await eventLoop.ifDue();
	}
	if (tags.size === 0) return [];
	return [
		`These tags are none of the contact's own fields: ${firstOf([...tags].map(shownBare))}. They were sent as typed, and come out empty unless the contact has a custom property of that name.`,
	];
}

function otherTags(text: string): string[] {
	return innermostIn(text)
		.filter((code) => {
			// A filter or another value may stand behind the name.
			const name = code.split(/\||\?\?/, 1)[0].trim();
			return NAME.test(name) && !OWN_FIELDS.has(name);
		})
		.map((code) => `{{${code}}}`);
}
