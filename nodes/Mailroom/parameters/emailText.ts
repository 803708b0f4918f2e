import { field, type Field, type NamedProperty } from './Field';
import { InvalidParameter, shown } from './InvalidParameter';
import { keepTags, tagsIn } from './personalizationTags';
import { requiredText } from './text';

/** Subject or body of an email that the service personalizes: tags in an expression reach the service as typed. */
export function personalizedText<Name extends string>(
	property: NamedProperty<Name>,
): Field<string, Name> {
	return field(property, requiredText, keepTags);
}

/** Subject or body of a transactional email, in which the service fills in no tags: one in an expression would vanish. */
export function plainText<Name extends string>(property: NamedProperty<Name>): Field<string, Name> {
	return field(property, requiredText, withoutTags);
}

function withoutTags(expression: string, label: string): string {
	const [tag] = tagsIn(expression);
	if (tag === undefined) return expression;
	throw new InvalidParameter(
		label,
		`contains the personalization tag ${shown(tag)}, which the service does not fill in here. Leave the field set to Expression and use a value of the item instead, such as {{ $json.name }}, or choose the operation "Send to Contacts"`,
	);
}
