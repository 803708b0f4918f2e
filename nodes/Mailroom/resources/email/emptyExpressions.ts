import type { Form } from '../../parameters/Form';
import type { TypedExpression } from '../../parameters/tags/typedText';
import { canBeEmptyIn } from '../../parameters/gap';
import { isComposed } from '../../parameters/programText';
import { isEmpty } from '../../parameters/values';
import { firstOf, shownBare } from '../../wording';
import { authoredText } from './authoredText';

/** For operations that send an email. */
export interface WithExpressions {
	empty: EmptyExpression[];
}

/** An expression of a field that was empty for an item, such as in "Hello ,". */
interface EmptyExpression {
	typed: string;
	label: string;
}

/** Shared by the items without one. */
const NONE: EmptyExpression[] = [];

/** @param texts what the item's expressions made of the fields with these names */
export function emptyExpressions<Name extends string>(
	form: Form,
	texts: Record<Name, string>,
	names: Name[],
): EmptyExpression[] {
	const empty = names.flatMap((name) => {
		const { expressions } = authoredText(form, name);
		const text = texts[name];
		return expressions
			.filter((one) => canHaveGapIn(text, one, name === 'subject') && hasGap(form, name, one))
			.map(({ typed }) => ({ typed, label: form.label(name) }));
	});
	return empty.length > 0 ? empty : NONE;
}

/** Texts that JavaScript writes for a missing value when it joins texts. */
const WRITTEN_FOR_NOTHING = /(?<![\w.@-])(?:undefined|null|NaN|Invalid DateTime)(?![\w.@-])/;

/** @param isTrimmed whether blanks at the ends of the text were removed */
function canHaveGapIn(text: string, one: TypedExpression, isTrimmed: boolean): boolean {
	if (isComposed(one.typed) && WRITTEN_FOR_NOTHING.test(text)) return true;
	const around = isTrimmed ? { ...one, before: (one.before + one.after).trim(), after: '' } : one;
	return canBeEmptyIn(text, around);
}

/** Whether it is empty, or composed of texts one of which was missing: `{{ "Hello " + $json.name }}`. */
function hasGap(form: Form, name: string, { typed }: TypedExpression): boolean {
	try {
		const value = form.evaluatePart(name, typed);
		return isEmpty(value) || (isComposed(typed) && WRITTEN_FOR_NOTHING.test(String(value)));
	} catch {
		// The email was complete with it.
		return false;
	}
}

/** The units of an item share its empty expressions, which count once. */
export function emptyExpressionsHint(accepted: Array<{ values: WithExpressions }>): string[] {
	const counts = new Map<string, number>();
	const ofItems = new Set(accepted.map(({ values }) => values.empty));
	for (const { typed, label } of [...ofItems].flat()) {
		const place = `${shownBare(typed)} in "${label}"`;
		counts.set(place, (counts.get(place) ?? 0) + 1);
	}
	if (counts.size === 0) return [];
	const places = [...counts].map(
		([place, count]) =>
			`${place} for ${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`,
	);
	return [`These expressions were empty, so the emails have a gap there: ${firstOf(places)}.`];
}
