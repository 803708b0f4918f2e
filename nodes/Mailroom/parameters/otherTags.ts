import { innermostIn } from './braces';

/** The fields of a contact of the service, and the parts of its name. */
const OWN_FIELDS = new Set([
	...['email', 'userId', 'name', 'firstName', 'lastName', 'avatarUrl', 'languageCode'],
]);

/** A bare name and its dotted path. */
const NAME = /^[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*$/u;

/**
 * The tags of a text, as typed, that name none of a contact's own fields. They may name a custom property: the service has no list of
 * those that are defined.
 */
export function otherTags(text: string): string[] {
	return innermostIn(text)
		.filter((code) => {
			// A filter or another value may stand behind the name.
			const name = code.split(/\||\?\?/, 1)[0].trim();
			return NAME.test(name) && !OWN_FIELDS.has(name);
		})
		.map((code) => `{{${code}}}`);
}
