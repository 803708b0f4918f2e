import { isExpression } from '../../parameters/evaluator';
import { containsExpression } from '../../parameters/expressionInFixed';
import type { Form, FormRun } from '../../parameters/Form';
import { misspelledTags, type Misspelling } from '../../parameters/tags/misspelledTags';
import { ownTagsIn, tagsIn, tagsWithBlanks } from '../../parameters/tags/tags';
import { expressionsIn, typedText, type TypedExpression } from '../../parameters/tags/typedText';
import { unclosedTags } from '../../parameters/tags/unclosedTags';

/** The text that the author of the workflow typed into a field, whatever its expressions bring in. */
export interface AuthoredText {
	tags: string[];
	ownTags: string[];
	misspelled: Misspelling[];
	/** Names with blanks in a fixed text, which are no tags. */
	withBlanks: string[];
	unclosed: string[];
	expressions: TypedExpression[];
	/** A fixed text with an expression in it. */
	isExpressionInFixed: boolean;
}

const textsByRun = new WeakMap<FormRun, Map<string, AuthoredText>>();

/** Read once for all items of a run, as the text may be long. */
export function authoredText(form: Form, name: string): AuthoredText {
	const texts = textsByRun.get(form.run) ?? new Map<string, AuthoredText>();
	textsByRun.set(form.run, texts);
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
		withBlanks: tagsWithBlanks(typed),
		unclosed: unclosedTags(entered),
		expressions: expressionsIn(entered),
		isExpressionInFixed:
			typeof entered === 'string' && !isExpression(entered) && containsExpression(entered),
	};
}
