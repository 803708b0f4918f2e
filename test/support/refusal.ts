/** The message of the error of this class with which something is refused. */
export const refusalOf = (kind: abstract new (...parts: never[]) => Error, act: () => unknown) => {
	try {
		act();
	} catch (error) {
		if (error instanceof kind) return error.message;
		throw error;
	}
	throw new Error('It was not refused');
};
