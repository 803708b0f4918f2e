/** Name and value of an argument that a model wants to call a tool with. */
export type ToolArgument = [name: string, value: string];

/** Longer values are cut off, and say so. */
const MAX_LENGTH = 1000;

/** In n8n's preset message of a human review; within a text it would come out as `[object Object]`. */
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** Stands in a text for the arguments. It is for private use, so no text of a user holds it. */
const PLACE = '\uE000';

/** @param expression in which a mark is to take the place of the arguments, without the leading `=` */
export function markArguments(expression: string): string {
	return expression.replace(TOOL_PARAMETERS, PLACE);
}

/**
 * A text, with the arguments where the marks are.
 *
 * @param parameters evaluates to the value of `$tool.parameters`
 */
export function withArguments(
	text: string,
	parameters: () => unknown,
): Array<string | ToolArgument[]> {
	const [first, ...others] = text.split(PLACE);
	if (others.length === 0) return [first];
	const found = toolArguments(parameters());
	return [first, ...others.flatMap((other) => [found, other])];
}

function toolArguments(parameters: unknown): ToolArgument[] {
	if (parameters === undefined || parameters === null) return [];
	const named = typeof parameters === 'object' ? parameters : { input: parameters };
	return Object.entries(named).map(([name, value]) => [name, readable(value)]);
}

function readable(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
	if (text.length <= MAX_LENGTH) return text;
	// A character of two halves is not cut in two.
	const start = text.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
	return `${start}… (${text.length.toLocaleString('en-US')} characters in all)`;
}
