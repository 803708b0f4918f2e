import { listNames } from '../../nodes/Mailroom/parameters/text';
import { requiredListName } from '../../nodes/Mailroom/resources/email/listEmail';
import { emptyValues, mayBeEmpty, refuses, takes } from '../support/readerTests';

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

describe('the list of an email', () => {
	takes(requiredListName, [
		[{ __rl: true, mode: 'list', value: 'news', cachedResultName: 'News' }, 'news'],
		[{ __rl: true, mode: 'name', value: ' news ' }, 'news'],
		[' news\n', 'news'],
	]);
	refuses(requiredListName, /" is empty/, [
		...emptyValues,
		...['', ' ', null].map((value) => ({ __rl: true, mode: 'name', value })),
		{ value: undefined },
	]);
	refuses(requiredListName, /" isn't a list name/, [
		...[42, true, {}, ['news'], { value: 42 }, { value: ['news'] }],
	]);
});
