import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { codePointOf } from '../../../parameters/values';

// Reviewers must see everything they approve.

/** Mail programs cut off emails at about 100 kB. */
const MAX_LENGTH = 20_000;

/** In n8n's default review message. It would evaluate to `[object Object]`. */
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** A tool's input is in `$tool` and in the item of the review. */
const TOOL_INPUT = /\$tool\b|\btoolParameters\b/;

/** The group is empty for line breaks and emoji parts. */
const HIDDEN =
	/(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|\r\n|[\n\t]|([\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800])/gu;

export function stringifyToolParameters(expression: string): string {
	return expression.replace(TOOL_PARAMETERS, '{{ JSON.stringify($tool.parameters, null, 2) }}');
}

/**
 * Writes hidden characters of a tool's input as `[U+202E]`.
 *
 * @throws InvalidParameter if the text cannot show all
 */
export function showAll(text: string, entered: unknown, label: string): string {
	if (!TOOL_INPUT.test(String(entered))) return text;
	const shown = text.replace(HIDDEN, (typed: string, hidden?: string) =>
		hidden === undefined ? typed : `[${codePointOf(hidden)}]`,
	);
	if (shown.length <= MAX_LENGTH) return shown;
	const [length, most] = [shown.length, MAX_LENGTH].map((count) => count.toLocaleString('en-US'));
	throw new InvalidParameter(
		label,
		`can't show the whole input of the tool: the text has ${length} characters, more than ${most}`,
		'Call the tool with a smaller input',
	);
}
