/** A failure whose message is all that the person at the terminal needs: printed as one line, without a stack. */
export class ToolError extends Error {
	name = 'ToolError';
}
