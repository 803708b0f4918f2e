import { field, type Field, type NamedProperty } from './Field';
import { InvalidParameter } from './InvalidParameter';
import { misspeltTags } from './misspeltTags';
import { keepTags, tagsIn } from './personalizationTags';
import { requiredText } from './text';

/** The option that lets tags through that are an error without it. */
export const ALLOW_ANY_TAG = 'Allow Any Tag';

/** An error is read at a glance. */
const MAX_NAMED = 5;

/** Subject or body of an email: tags in an expression come out as typed. */
export function emailText<Name extends string>(property: NamedProperty<Name>): Field<string, Name> {
	return field(property, requiredText, keepTags);
}

const OTHER_WAYS = `, or choose the operation "Send to Contacts". To send it as typed, switch on the option "${ALLOW_ANY_TAG}"`;

/**
 * Refuses tags, in a fixed text or in an expression, of an email in which the service fills in none.
 *
 * @param entered what stands in the field
 * @param otherWays what can be done beside using a value of the item
 */
export function refuseTags(entered: unknown, label: string, otherWays = OTHER_WAYS): void {
	const tags = typeof entered === 'string' ? [...new Set(tagsIn(entered))] : [];
	if (tags.length === 0) return;
	throw new InvalidParameter(
		label,
		`contains the personalization tag ${named(tags)}, which the service does not fill in here. Set the field to Expression and use a value of the item instead, such as {{ $json.name }}${otherWays}`,
	);
}

const WHERE_ALLOWED = `Correct it; or, if a custom property has that name, switch on the option "${ALLOW_ANY_TAG}"`;

/**
 * Refuses tags that are nearly one that the service fills in, wherever in the text of an email they come from.
 *
 * @param whatToDo about it
 */
export function refuseMisspeltTags(text: string, label: string, whatToDo = WHERE_ALLOWED): void {
	const tags = misspeltTags(text);
	if (tags.length === 0) return;
	const meant = tags.map((tag) => `{{${tag.name}}} (meant: {{${tag.meant}}}?)`);
	throw new InvalidParameter(
		label,
		`contains a tag that is nearly one of the service's: ${named(meant)}. The service fills in a tag only when it is spelt exactly so. ${whatToDo}`,
	);
}

/** At the most five of them. */
export function named(tags: string[]): string {
	const more = tags.length - MAX_NAMED;
	const names = tags.slice(0, MAX_NAMED).join(', ');
	return more > 0 ? `${names} and ${more} more` : names;
}
