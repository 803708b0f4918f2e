import {
	asNumber,
	secondsFrom0,
	wholeNumberFrom1,
} from '../../../nodes/Mailroom/parameters/number';
import { emptyValues, messageOf } from './invalid';

const numbers: Array<[value: unknown, number: number]> = [
	[0, 0],
	[-1.5, -1.5],
	['60', 60],
	[' 60 ', 60],
	['-0.5', -0.5],
	['1e3', 1000],
];

test.each(numbers)('takes %j for the number %d', (value, number) => {
	expect(asNumber(value)).toBe(number);
});

const noNumbers = [NaN, Infinity, 'Infinity', '60s', '1,000', 'x', true, false, {}, [60], ['60']];

test.each([...emptyValues, ...noNumbers])('takes %j for no number', (value) => {
	expect(asNumber(value)).toBeUndefined();
});

test.each([1, 50, 1_000_000, '7', ' 7 '])('a limit may be %j', (value) => {
	expect(wholeNumberFrom1(value, 'Limit')).toBe(Number(value));
});

test.each([...emptyValues, ...noNumbers, 0, -1, 1.5, '0', '2.5'])(
	'a limit must not be %j',
	(value) => {
		expect(messageOf(() => wholeNumberFrom1(value, 'Limit', '. Less'))).toMatch(
			/^"Limit" must be a whole number from 1, but is .*\. Less$/,
		);
	},
);

test.each([0, 1, 0.5, 86_400, '60', '0'])('a delay may be %j', (value) => {
	expect(secondsFrom0(value, 'Delay Seconds')).toBe(Number(value));
});

test.each([...emptyValues, ...noNumbers, -1, '-60', 1e19])('a delay must not be %j', (value) => {
	expect(messageOf(() => secondsFrom0(value, 'Delay Seconds'))).toMatch(
		/^"Delay Seconds" must be a number of seconds/,
	);
});
