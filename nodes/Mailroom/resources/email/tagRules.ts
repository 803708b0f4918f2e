import { isExpression } from '../../parameters/evaluator';
import type { Form } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { misspelledTags, tagsIn, typedText } from '../../parameters/tags';
import { firstOf, shownBare } from '../../parameters/wording';

export const ALLOW_ANY_TAG = 'Allow Any Tag';

// Only what the author typed is checked, because a value of an expression may be anyone's text.

export function assertSpelledTags(form: Form, name: string): void {
	const misspelled = misspelledTags(typedText(form.raw(name)));
	if (misspelled.length === 0) return;
	const named = misspelled.map(
		(tag) => `{{${shownBare(tag.name)}}} (meant: {{${tag.suggestion}}}?)`,
	);
	throw new InvalidParameter(
		form.label(name),
		`contains a misspelled tag: ${firstOf(named)}`,
		`Correct it. If a custom property has that name, turn on "${ALLOW_ANY_TAG}"`,
	);
}

const OTHER_WAYS = `, or use Send to Contacts. To send it as typed, turn on "${ALLOW_ANY_TAG}"`;

export function assertNoTags(form: Form, name: string, otherWays = OTHER_WAYS): void {
	const entered = form.raw(name);
	const tags = firstOf([...new Set(tagsIn(typedText(entered)).map(shownBare))]);
	if (tags === '') return;
	const replace = isExpression(entered) ? 'Replace' : 'Switch the field to Expression and replace';
	throw new InvalidParameter(
		form.label(name),
		`contains the personalization tag ${tags}, which the service doesn't fill in here`,
		`${replace} ${tags} with an expression such as {{ $json.name }}${otherWays}`,
	);
}
