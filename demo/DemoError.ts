/** A failure whose message is all that the person at the terminal needs: printed as one line, without a stack. */
export class DemoError extends Error {
	name = 'DemoError';
}
