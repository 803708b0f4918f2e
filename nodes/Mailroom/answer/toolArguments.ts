import { randomUUID } from 'node:crypto';

/** Name and value of an argument that a model wants to call a tool with. */
export type ToolArgument = [name: string, value: string];

/** Longer values are cut off, and say so. */
const MAX_LENGTH = 1000;

const MAX_NAME_LENGTH = 100;

/** So much of all arguments is shown, and the rest counted: mail programs cut off long emails, and with them the buttons. */
const MAX_TOTAL_LENGTH = 20_000;

/** What an argument takes beside its text. */
const ROW_LENGTH = 100;

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
	let room = MAX_TOTAL_LENGTH;
	const all = Object.entries(named);
	const shown: ToolArgument[] = [];
	for (const [name, value] of all) {
		const argument: ToolArgument = [shortened(name, MAX_NAME_LENGTH), readable(value)];
		room -= argument.join('').length + ROW_LENGTH;
		if (room < 0) {
			const more = (all.length - shown.length).toLocaleString('en-US');
			return [...shown, ['…', `${more} more arguments are not shown`]];
		}
		shown.push(argument);
	}
	return shown;
}

function readable(value: unknown): string {
	if (typeof value === 'string') return shortened(value, MAX_LENGTH);
	try {
		const text = JSON.stringify(value) ?? '';
		// Values that are deep within others would become a hundred times as long.
		return shortened(text.length <= MAX_LENGTH ? JSON.stringify(value, null, 2) : text, MAX_LENGTH);
	} catch {
		return '(a value that cannot be shown)';
	}
}

function shortened(text: string, length: number): string {
	if (text.length <= length) return text;
	// A character of two halves is not cut in two.
	const start = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
	return `${start}… (${text.length.toLocaleString('en-US')} characters in all)`;
}
