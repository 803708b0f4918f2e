import { InvalidParameter } from '../../../nodes/Mailroom/parameters/InvalidParameter';

/** The message with which reading a parameter is refused. */
export const messageOf = (read: () => unknown) => {
	try {
		read();
	} catch (error) {
		if (error instanceof InvalidParameter) return error.message;
		throw error;
	}
	throw new Error('It was not refused');
};

/** What a field is when the user has left it empty. */
export const emptyValues = [undefined, null, '', '  ', '\n\t', []];
