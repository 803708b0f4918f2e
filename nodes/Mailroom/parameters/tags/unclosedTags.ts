import { replaceBraces, withoutTexts } from '../braces';
import { isExpression } from '../evaluator';
import { isTagCode } from './tags';

/** The name behind opening braces, and the one brace that may close it: ` firstName }`. */
const BEGUN = /^\s*[\p{L}_$][\p{L}\p{N}_.$-]*(?:\s*\})?/u;

/** As braces are matched: these don't open or close anything. */
const ESCAPED = /\\(?:\{\{|\}\}|.)/gs;

/**
 * Beginnings of tags and expressions that are opened and not closed. Braces without a name are text.
 *
 * - `Dear {{firstName}!` -> `{{firstName}`
 * - `Dear {{firstName} of {{company}}!` -> `{{firstName}`, although n8n matches its braces with the last ones
 * - `Dear {{ $json.name, hello {{company}}!` -> `{{ $json.name`
 */
export function unclosedTags(entered: unknown): string[] {
	const isCode = isExpression(entered);
	const text = isCode ? entered.slice(1) : String(entered ?? '');
	const afterBraces: string[] = [];
	const rest = replaceBraces(text, (_, code) => {
		// In code, a text can contain braces.
		const parts = (isCode ? withoutTexts(code) : code).split('{{');
		const last = parts.pop() ?? '';
		afterBraces.push(...parts, ...(isClosedByHalf(last) ? [last] : []));
		return ' ';
	});
	afterBraces.push(...rest.replace(ESCAPED, ' ').split('{{').slice(1));
	return afterBraces.flatMap((after) => {
		const begun = BEGUN.exec(after)?.[0];
		return begun === undefined ? [] : [`{{${begun}`];
	});
}

/** Whether a single brace closes the tag, before the two with which n8n matches it: `firstName}, `, `firstName | "you"}, `. */
function isClosedByHalf(code: string): boolean {
	const isNameClosed = BEGUN.exec(code)?.[0].endsWith('}') ?? false;
	return isNameClosed || (isTagCode(code) && withoutTexts(code).includes('}'));
}
