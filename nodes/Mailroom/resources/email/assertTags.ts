import { isExpression } from '../../parameters/evaluator';
import { assertNoExtraBraces } from '../../parameters/extraBraces';
import type { Form } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { tagWithBlanks } from '../../parameters/programText';
import { firstOf, joinSentences, shownBare } from '../../wording';
import { misspelledTags, type Misspelling } from '../../parameters/tags/misspelledTags';
import { authoredText } from './authoredText';

// Only what the author typed is checked, because a value of an expression may be anyone's text.

export const ALLOW_ANY_TAG = 'Allow Any Tag';

const AS_TYPED = `To send it as typed, turn on "${ALLOW_ANY_TAG}"`;

/** Braces must be closed, and contain an expression only in a field that is set to Expression. */
function assertBraces(
	form: Form,
	name: string,
	{ isPersonalized, otherWay }: { isPersonalized: boolean; otherWay: string },
): void {
	const { unclosed, isExpressionInFixed } = authoredText(form, name);
	const [begun] = unclosed;
	if (begun !== undefined) {
		const correct =
			isPersonalized || begun.includes('$')
				? `Type ${shownBare(closed(begun))}`
				: 'Replace it with an expression such as {{ $json.name }}';
		throw new InvalidParameter(
			form.label(name),
			`contains ${shownBare(begun)}, which isn't closed`,
			joinSentences(correct, otherWay),
		);
	}
	if (isExpressionInFixed) throw form.expressionInFixed(name, otherWay);
	assertClosedOnce(form, name);
}

/** Of a field with tags, each of which is closed by one `}}`. */
export function assertClosedOnce(form: Form, name: string): void {
	const entered = form.raw(name);
	if (isExpression(entered)) assertNoExtraBraces(entered.slice(1), form.label(name));
}

/** `{{firstName}` -> `{{firstName}}` */
function closed(begun: string): string {
	const name = begun.slice('{{'.length).replace('}', '');
	return name.startsWith(' ') ? `{{ ${name.trim()} }}` : `{{${name.trim()}}}`;
}

/** For an email that the service personalizes. */
export function assertSpelledTags(form: Form, name: string): void {
	assertBraces(form, name, { isPersonalized: true, otherWay: AS_TYPED });
	const { misspelled, withBlanks } = authoredText(form, name);
	const [first] = withBlanks;
	if (first !== undefined) throw tagWithBlanks(form.label(name), first);
	if (misspelled.length === 0) return;
	const [typed, correct] = namedTags(misspelled);
	throw new InvalidParameter(
		form.label(name),
		`contains a misspelled tag: ${typed}. Type ${correct}`,
		`If a custom property has that name, turn on "${ALLOW_ANY_TAG}"`,
	);
}

const OTHER_WAYS = `, or use Send to Contacts. ${AS_TYPED}`;

/**
 * For an email that is sent as entered.
 *
 * @param otherWays to send tags; empty for an operation that has none
 */
export function assertNoTags(form: Form, name: string, otherWays = OTHER_WAYS): void {
	const entered = form.raw(name);
	assertBraces(form, name, { isPersonalized: false, otherWay: otherWays && AS_TYPED });
	const tags = firstOf([...new Set(authoredText(form, name).tags.map(shownBare))]);
	if (tags === '') return;
	const replace = isExpression(entered) ? 'Replace' : 'Switch the field to Expression and replace';
	throw new InvalidParameter(
		form.label(name),
		`contains the personalization tag ${tags}, which the service doesn't fill in here`,
		`${replace} ${tags} with an expression such as {{ $json.name }}${otherWays}`,
	);
}

/** For an email to a whole list, in which a slip in a text that an expression brings in would reach everybody. */
export function assertSpelledTagsInValue(form: Form, name: string, text: string): void {
	const misspelled = misspelledTags(text);
	if (misspelled.length === 0) return;
	const [typed, correct] = namedTags(misspelled);
	throw new InvalidParameter(
		form.label(name),
		`gets a misspelled tag from an expression: ${typed}. It should be ${correct}`,
		`Correct the text. If a custom property has that name, turn on "${ALLOW_ANY_TAG}"`,
	);
}

/** Such as ["{{firstname}}", "{{firstName}}"]. */
export function namedTags(misspelled: Misspelling[]): [typed: string, correct: string] {
	return [
		firstOf(misspelled.map((tag) => `{{${shownBare(tag.name)}}}`)),
		firstOf([...new Set(misspelled.map(({ suggestion }) => `{{${suggestion}}}`))]),
	];
}
