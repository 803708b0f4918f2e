import type { Form } from '../../parameters/Form';
import type { TypedExpression } from '../../parameters/tags/typedText';
import { isEmpty } from '../../parameters/values';
import { firstOf, shownBare } from '../../parameters/wording';
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
	const empty = names.flatMap((name) =>
		authoredText(form, name)
			.expressions.filter((one) => canBeEmptyIn(texts[name], one) && hasNoValue(form, name, one))
			.map(({ typed }) => ({ typed, label: form.label(name) })),
	);
	return empty.length > 0 ? empty : NONE;
}

/**
 * Whether the expression can have been empty: then the texts around it touch, as those of `Hello {{ $json.name }}, welcome` do in
 * "Hello , welcome". Saves n8n's evaluation, which is slow.
 */
function canBeEmptyIn(text: string, { before, after, isFirst, isLast }: TypedExpression): boolean {
	const withoutValue = before + after;
	if (isFirst && isLast && withoutValue === '') return text === '';
	if (isFirst) return text.startsWith(withoutValue);
	return isLast ? text.endsWith(withoutValue) : text.includes(withoutValue);
}

function hasNoValue(form: Form, name: string, { typed }: TypedExpression): boolean {
	try {
		return isEmpty(form.evaluatePart(name, `=${typed}`));
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
