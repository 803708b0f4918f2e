import { replaceBraces } from '../braces';
import { isExpression } from '../evaluator';
import { surroundingsIn, type Surroundings } from '../gap';
import { isTagCode } from './tags';

/** Stands for an expression between texts. */
const EXPRESSION = '\0';

/** An expression as the author typed it. */
export interface TypedExpression extends Surroundings {
	typed: string;
}

/** Text and tags that the author typed, without the code of an expression: `=Dear {{name}}, {{ $json.text }}` -> `Dear {{name}},  ` */
export function typedText(entered: unknown): string {
	if (!isExpression(entered)) return String(entered ?? '');
	return replaceBraces(entered.slice(1), (typed, code) => (isTagCode(code) ? typed : ' '));
}

/** Without tags, which n8n's evaluation leaves as they are. */
export function expressionsIn(entered: unknown): TypedExpression[] {
	if (!isExpression(entered)) return [];
	const expressions: string[] = [];
	const texts = replaceBraces(entered.slice(1), (typed, code) => {
		if (isTagCode(code)) return typed;
		expressions.push(typed);
		return EXPRESSION;
	}).split(EXPRESSION);
	// The text itself contains the character.
	if (texts.length !== expressions.length + 1) return [];
	return surroundingsIn(texts).map((around, index) => ({ typed: expressions[index], ...around }));
}
