import { asStringLiteral, replaceBraces } from '../braces';
import { isTagCode } from './tags';

/**
 * Rewrites an expression so that n8n evaluates each tag to itself: typing `{{firstName}}` into a field of n8n makes it an expression,
 * in which the tag evaluates to nothing.
 */
export function keepTags(expression: string): string {
	return replaceBraces(expression, (typed, code) =>
		isTagCode(code) ? `{{ ${asStringLiteral(typed)} }}` : typed,
	);
}
