import { oneOf, optionalBoolean, orElse, switchedOn } from '../../nodes/Mailroom/parameters/choice';
import { emptyValues, keeps, mayBeEmpty, refuses, takes } from '../support/readerTests';

describe('a switch', () => {
	takes(optionalBoolean, [
		[true, true],
		[false, false],
		['true', true],
		[' FALSE ', false],
	]);
	mayBeEmpty(optionalBoolean);
	refuses(optionalBoolean, /must be true or false/, [0, 1, 'yes', 'on', {}, [true]]);
});

describe('a switch that is off where it is empty', () => {
	keeps(switchedOn, [true, false]);
	takes(switchedOn, [[undefined, false]]);
});

describe('a choice', () => {
	const reader = orElse(oneOf('fail', 'skip', 'send'), 'fail');
	keeps(reader, ['fail', 'skip', 'send']);
	takes(
		reader,
		emptyValues.map((value) => [value, 'fail']),
	);
	refuses(
		reader,
		/" must be fail, skip or send, but is "(Send|7)"\. Choose one, or check the expression$/,
		['Send', 7],
	);
});
