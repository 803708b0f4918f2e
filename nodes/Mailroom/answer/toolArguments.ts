import { randomUUID } from 'node:crypto';
import { withoutTexts } from '../parameters/braces';
import { InvalidParameter } from '../parameters/InvalidParameter';

/** Name and value of an argument that a model wants to call a tool with. */
export type ToolArgument = [name: string, value: string];

/**
 * So much is shown, names and values together, and never a part of it: nobody can agree to what they do not see. Mail programs cut off
 * emails of about 100 kB, and with them the buttons.
 */
const MAX_LENGTH = 20_000;

const MAX_COUNT = 100;

/** Lines of values that are deeper within others would be mostly indentation. */
const MAX_INDENTED_DEPTH = 20;

/** In n8n's preset message of a human review; within a text it would come out as `[object Object]`. */
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** Stands in a text for the arguments, until it is read. Nobody can guess it. */
const PLACE = randomUUID();

/** @param expression in which a mark is to take the place of the arguments, without the leading `=` */
export function markArguments(expression: string): string {
	return expression.replace(TOOL_PARAMETERS, PLACE);
}

/**
 * A text, with the arguments where the marks are.
 *
 * @param parameters evaluates to the value of `$tool.parameters`
 * @param label what a message calls the field of the text
 * @throws InvalidParameter when the arguments cannot be shown whole
 */
export function withArguments(
	text: string,
	parameters: () => unknown,
	label: string,
): Array<string | ToolArgument[]> {
	const [first, ...others] = text.split(PLACE);
	if (others.length === 0) return [first];
	const found = toolArguments(parameters(), label);
	return [first, ...others.flatMap((other) => [found, other])];
}

/**
 * The text of an expression that may write out an argument by itself, such as `{{ $tool.parameters.Body }}`.
 *
 * @param entered what stands in the field
 * @throws InvalidParameter when it is too long to be shown whole
 */
export function withoutHiding(text: string, entered: unknown, label: string): string {
	if (typeof entered !== 'string' || !/\$tool\b/.test(entered)) return text;
	const shown = visible(text);
	if (shown.length > MAX_LENGTH) throw tooLarge(label, `${inDigits(shown.length)} characters`);
	return shown;
}

function toolArguments(parameters: unknown, label: string): ToolArgument[] {
	if (parameters === undefined || parameters === null) return [];
	const named = typeof parameters === 'object' ? parameters : { input: parameters };
	const entries = Object.entries(named);
	if (entries.length > MAX_COUNT) throw tooLarge(label, `${inDigits(entries.length)} arguments`);
	const written = [indented, compact].map((write) =>
		entries.map(([name, value]): ToolArgument => [
			visible(name.replace(LINE_BREAK, '[line break]')),
			visible(typeof value === 'string' ? value : write(value, label)),
		]),
	);
	const shown = written.find((list) => lengthOf(list) <= MAX_LENGTH);
	if (!shown) throw tooLarge(label, `${inDigits(lengthOf(written[1]))} characters`);
	return shown;
}

function lengthOf(list: ToolArgument[]): number {
	return list.flat().reduce((sum, text) => sum + text.length, 0);
}

function indented(value: unknown, label: string): string {
	const text = compact(value, label);
	if (text.length > MAX_LENGTH || depthOf(text) > MAX_INDENTED_DEPTH) return text;
	return JSON.stringify(value, null, 2) ?? text;
}

function compact(value: unknown, label: string): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		throw tooLarge(label, 'values too deep within others');
	}
}

function depthOf(json: string): number {
	let depth = 0;
	let deepest = 0;
	for (const bracket of withoutTexts(json)) {
		if (bracket === '{' || bracket === '[') deepest = Math.max(deepest, ++depth);
		else if (bracket === '}' || bracket === ']') depth--;
	}
	return deepest;
}

const LINE_BREAK = /\r?\n/g;

/** What nobody sees, or what makes others be seen elsewhere, but not what belongs to an emoji. */
const HIDDEN =
	/(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|\r\n|[\n\t]|([\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800])/gu;

/** A text in which hidden characters are written as `[U+202E]`. */
function visible(text: string): string {
	return text.replace(HIDDEN, (typed: string, hidden: string | undefined) =>
		hidden === undefined ? typed : `[U+${codeOf(hidden)}]`,
	);
}

function codeOf(character: string): string {
	return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

function tooLarge(label: string, size: string): InvalidParameter {
	return new InvalidParameter(
		label,
		`cannot show the whole input of the tool, which has ${size}. At most ${MAX_COUNT} arguments with ${inDigits(MAX_LENGTH)} characters can be shown, so nobody was asked. Call the tool with a smaller input`,
	);
}

function inDigits(count: number): string {
	return count.toLocaleString('en-US');
}
