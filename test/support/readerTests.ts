import type { Reader } from '../../nodes/Mailroom/parameters/Reader';
import { InvalidParameter } from '../../nodes/Mailroom/parameters/InvalidParameter';
import { refusalOf } from './refusal';

/** The message with which reading a parameter is refused. */
export const messageOf = (read: () => unknown) => refusalOf(InvalidParameter, read);

/** Values of a field that the user has left empty. */
export const emptyValues = [undefined, null, '', '  ', '\n\t', []];

/** Tests that a reader makes these results of these values. */
export const takes = <T>(reader: Reader<T>, rows: Array<[value: unknown, result: T]>) =>
	test.each(rows)('takes %j for %j', (value, result) => {
		expect(reader(value, 'Field')).toStrictEqual(result);
	});

/** The same of values that it keeps. */
export const keeps = <T>(reader: Reader<T>, values: T[]) =>
	takes(
		reader,
		values.map((value) => [value, value]),
	);

/** Tests that a reader takes an empty value for none. */
export const mayBeEmpty = (reader: Reader<unknown>) =>
	takes(
		reader,
		emptyValues.map((value) => [value, undefined]),
	);

/** Tests that a reader refuses these values; the message begins with the field, and goes on like this. */
export const refuses = (reader: Reader<unknown>, problem: RegExp, values: unknown[]) =>
	test.each(values.map((value) => [value]))(`refuses %j: ${problem.source}`, (value) => {
		const message = messageOf(() => reader(value, 'Field'));
		expect(message).toMatch(/^"Field/);
		expect(message).toMatch(problem);
	});
