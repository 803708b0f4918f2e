import { InvalidParameter, shown } from './InvalidParameter';
import type { ItemParameters } from './ItemParameters';
import { keepTags, tagsIn } from './personalizationTags';
import { requiredText } from './text';

/** Subject or body of an email that the service personalizes: tags in an expression reach the service as typed. */
export function personalizedText(
	parameters: ItemParameters,
	name: string,
	parameter: string,
): string {
	const expression = expressionOf(parameters, name);
	const value =
		expression !== undefined && tagsIn(expression).length > 0
			? parameters.evaluate(keepTags(expression), name)
			: parameters.value(name);
	return requiredText(value, parameter);
}

/** Subject or body of a transactional email, in which the service fills in no tags: one in an expression would vanish. */
export function plainText(parameters: ItemParameters, name: string, parameter: string): string {
	const [tag] = tagsIn(expressionOf(parameters, name) ?? '');
	if (tag !== undefined) {
		throw new InvalidParameter(
			parameter,
			`contains the personalization tag ${shown(tag)}, which the service does not fill in here. Use a value of the item instead, such as {{ $json.name }}, or the operation "Send to Contacts"`,
		);
	}
	return requiredText(parameters.value(name), parameter);
}

function expressionOf(parameters: ItemParameters, name: string): string | undefined {
	const raw = parameters.raw(name);
	return typeof raw === 'string' && raw.startsWith('=') ? raw.slice(1) : undefined;
}
