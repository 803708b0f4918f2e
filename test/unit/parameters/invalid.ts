const { InvalidParameter } = require('../../../nodes/Mailroom/parameters/InvalidParameter');

/**
 * The message with which reading a parameter is refused.
 *
 * @param {() => unknown} read
 */
const messageOf = (read) => {
	try {
		read();
	} catch (error) {
		if (error instanceof InvalidParameter) return error.message;
		throw error;
	}
	throw new Error('It was not refused');
};

/** What a field is when the user has left it empty. */
const emptyValues = [undefined, null, '', '  ', '\n\t', []];

module.exports = { emptyValues, messageOf };
