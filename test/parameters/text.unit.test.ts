import { DateTime } from 'luxon';
import { optionalText, requiredLine, requiredText } from '../../nodes/Mailroom/parameters/text';
import { emptyValues, keeps, mayBeEmpty, refuses, takes } from '../support/readerTests';

describe('a text', () => {
	keeps<unknown>(optionalText, ['Ada', ' two\nlines ', '0']);
	takes(optionalText, [
		[12_345, '12345'],
		[0, '0'],
		[12_345_678_901_234_567_890n, '12345678901234567890'],
		[false, 'false'],
		[new Date(0), '1970-01-01T00:00:00.000Z'],
	]);
	mayBeEmpty(optionalText);
	refuses(optionalText, /" has more digits than a number can store exactly: /, [2 ** 60, -1e21]);
	refuses(optionalText, /" must be text, but is an array$/, [['a'], ['']]);
	refuses(optionalText, /" must be text, but is of the type object$/, [{}]);
	refuses(optionalText, /" must be text, but is (NaN|Infinity)$/, [NaN, Infinity]);
	refuses(optionalText, /" is an invalid date\. Check the expression$/, [
		...[new Date('x'), DateTime.invalid('x'), 'Invalid Date', 'Invalid DateTime'],
	]);
	keeps(optionalText, ['Invalid DateTime in the report']);
});

describe('a required text', () => {
	keeps(requiredText, [' x ']);
	refuses(
		requiredText,
		/" is empty, but required\. Fill it in, or check the expression$/,
		emptyValues,
	);
});

describe('a line', () => {
	keeps(requiredLine, ['Hello', 'Grüße 👩‍💻']);
	takes(requiredLine, [['  Grüße ', 'Grüße']]);
	refuses(requiredLine, /" must not contain line breaks or control characters\. Remove them/, [
		...['\r\n', '\n', '\r', '\t', '\u0000', '\u007f', '\u0085', '\u2028', '\u2029'].map(
			(character) => `Hi${character}Bcc: eve@example.com`,
		),
		...['Hi\n', '\nHi'],
	]);
	refuses(
		requiredLine,
		/" is empty, but required\. Fill it in, or check the expression$/,
		emptyValues,
	);
});
