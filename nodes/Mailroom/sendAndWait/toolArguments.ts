import { InvalidParameter } from '../parameters/InvalidParameter';

/**
 * A message with a tool's input is shown whole or not at all: nobody can approve what they do not see. Mail programs cut off emails of
 * about 100 kB, and with them the buttons.
 */
const MAX_LENGTH = 20_000;

/** In n8n's default message of a human review; within a text it would come out as `[object Object]`. */
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** An expression, without its leading `=`, in which the input of a tool comes out as indented JSON. */
export function writeArguments(expression: string): string {
	return expression.replace(TOOL_PARAMETERS, '{{ JSON.stringify($tool.parameters, null, 2) }}');
}

/** Throws InvalidParameter when a message with the input of a tool cannot be shown whole. */
export function assertWhole(message: string, label: string): void {
	if (message.length <= MAX_LENGTH) return;
	const [length, most] = [message.length, MAX_LENGTH].map((count) => count.toLocaleString('en-US'));
	throw new InvalidParameter(
		label,
		`cannot show the whole input of the tool: the message has ${length} characters, and at most ${most} can be shown`,
		'Call the tool with a smaller input',
	);
}

/** Characters that are not seen, or that move others, but not those that belong to an emoji. */
const HIDDEN =
	/(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|\r\n|[\n\t]|([\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800])/gu;

/** A text in which hidden characters are written as `[U+202E]`. */
export function showHidden(text: string): string {
	return text.replace(HIDDEN, (typed: string, hidden: string | undefined) => {
		const code = (hidden?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
		return hidden === undefined ? typed : `[U+${code}]`;
	});
}
