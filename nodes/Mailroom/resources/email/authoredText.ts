import { isExpression } from '../../parameters/evaluator';
import { containsExpression } from '../../parameters/expressionInFixed';
import type { Form, FormItem } from '../../parameters/Form';
import { misspelledTags, type Misspelling } from '../../parameters/misspelledTags';
import { ownTagsIn, tagsIn } from '../../parameters/tags';
import { expressionsIn, typedText, type TypedExpression } from '../../parameters/typedText';
import { unclosedTags } from '../../parameters/unclosedTags';

/** The text that the author of the workflow typed into a field, whatever its expressions bring in. */
export interface AuthoredText {
	tags: string[];
	ownTags: string[];
	misspelled: Misspelling[];
	unclosed: string[];
	expressions: TypedExpression[];
	/** A fixed text with an expression in it. */
	isExpressionInFixed: boolean;
}

/** The key stands for a run, whose items share one map of evaluators. */
const textsByRun = new WeakMap<FormItem['evaluators'], Map<string, AuthoredText>>();

/** Read once for all items of a run, as the text may be long. */
export function authoredText(form: Form, name: string): AuthoredText {
	const { evaluators } = form.item;
	const texts = textsByRun.get(evaluators) ?? new Map<string, AuthoredText>();
	textsByRun.set(evaluators, texts);
	const text = texts.get(name) ?? read(form.raw(name));
	texts.set(name, text);
	return text;
}

function read(entered: unknown): AuthoredText {
	const typed = typedText(entered);
	return {
		tags: tagsIn(typed),
		ownTags: ownTagsIn(typed),
		misspelled: misspelledTags(typed),
		unclosed: unclosedTags(entered),
		expressions: expressionsIn(entered),
		isExpressionInFixed:
			typeof entered === 'string' && !isExpression(entered) && containsExpression(entered),
	};
}
