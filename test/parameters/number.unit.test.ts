import {
	numberMeantBy,
	secondsFrom0,
	wholeNumberFrom1,
} from '../../nodes/Mailroom/parameters/number';
import { emptyValues, keeps, refuses, takes } from '../support/readerTests';

const noNumbers = [NaN, Infinity, 'Infinity', '60s', '1,000', 'x', true, {}, ['60']];

describe('a limit', () => {
	keeps(wholeNumberFrom1, [1, 50, 1_000_000]);
	takes(wholeNumberFrom1, [[' 7 ', 7]]);
	refuses(wholeNumberFrom1, /" must be a whole number of at least 1, but is/, [
		...emptyValues,
		...noNumbers,
		...[0, -1, 1.5, '0', '2.5'],
	]);
});

describe('a delay', () => {
	keeps(secondsFrom0, [0, 0.5, 86_400]);
	takes(secondsFrom0, [
		[' 60 ', 60],
		['1e3', 1000],
	]);
	refuses(secondsFrom0, /" must be a number of seconds/, [
		...emptyValues,
		...noNumbers,
		...[-1, '-60', 1e19],
	]);
});

test.each([
	...[
		['1250,50', '1250.50'],
		['12', '12'],
		['-0,5', '-0.5'],
		['0.125', '0.125'],
		[' 7,25 ', '7.25'],
	],
	...[
		['1.250,50', '1250.50'],
		['1,250.50', '1250.50'],
		['1,250,000', '1250000'],
	],
	...[
		["1'250", '1250'],
		['1 250,5', '1250.5'],
		['1\u00a0250', '1250'],
	],
])('%j means the number %s', (written, number) => {
	expect(numberMeantBy(written)).toBe(number);
});

test.each([
	'1,250',
	'1.250',
	'-12.500',
	'007',
	'1,2,3',
	'12,50 €',
	'many',
	'',
	'1.250.50',
	'1,250,',
])('%j means no number, or more than one', (written) => {
	expect(numberMeantBy(written)).toBeUndefined();
});
