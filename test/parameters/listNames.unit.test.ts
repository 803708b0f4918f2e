import { listNames } from '../../nodes/Mailroom/parameters/text';
import { mayBeEmpty, refuses, takes } from '../support/readerTests';

describe('names of lists', () => {
	takes(listNames, [
		['news', ['news']],
		['News, my list,', ['News', 'my list']],
		['news\r\noffers\n', ['news', 'offers']],
		[
			['City, State', ' events ', '', null, 'events'],
			['City, State', 'events'],
		],
		// As language models write lists.
		[' ["news", "offers"]', ['news', 'offers']],
		[
			['[1]', '{x}'],
			['[1]', '{x}'],
		],
		['[news', ['[news']],
		[[''], undefined],
		[',\n', undefined],
	]);
	mayBeEmpty(listNames);
	refuses(listNames, /" must contain names as text, but contains "/, [
		42,
		true,
		{},
		[42],
		['news', {}],
		'[42]',
		'{}',
	]);
});
