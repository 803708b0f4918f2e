import { optionalBoolean } from '../../../nodes/Mailroom/parameters/choice';
import { mayBeEmpty, refuses, takes } from './readerTests';

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
