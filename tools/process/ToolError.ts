/** An error whose message is enough for the user of a program. It is printed as one line, without a stack. */
export class ToolError extends Error {
	name = 'ToolError';
}
