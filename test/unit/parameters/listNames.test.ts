import { listNames, requiredListName } from '../../../nodes/Mailroom/parameters/listNames';
import { emptyValues, messageOf } from './invalid';

const several: Array<[claim: string, value: unknown, expected: string[]]> = [
	['come from a multi-select', ['news', 'offers'], ['news', 'offers']],
	['may be one name', 'news', ['news']],
	['may be separated by commas', 'news, offers,', ['news', 'offers']],
	['may be separated by line breaks', 'news\r\noffers\n', ['news', 'offers']],
	['may hold a comma in an array', ['City, State', ' events '], ['City, State', 'events']],
	['may be JSON, as language models write lists', ' ["news", "offers"]', ['news', 'offers']],
	['may look like JSON in an array', ['[1]', '{x}'], ['[1]', '{x}']],
	['may look like JSON without being it', '[news', ['[news']],
	['may have empty places', ['', 'news', null], ['news']],
	['count once each', ['news', 'offers', 'news '], ['news', 'offers']],
	['keep their case and inner spaces', 'News, my list', ['News', 'my list']],
];

test.each(several)('several names %s', (_claim, value, expected) => {
	expect(listNames(value, 'Add to Lists')).toEqual(expected);
});

test.each([...emptyValues, [''], ',\n'])('several names are left out when empty: %j', (value) => {
	expect(listNames(value, 'Add to Lists')).toBeUndefined();
});

test.each([42, true, {}, [42], ['news', {}], '[42]', '{}'])(
	'several names must not hold %j',
	(value) => {
		expect(messageOf(() => listNames(value, 'Add to Lists'))).toMatch(
			/^"Add to Lists" holds .*name$/,
		);
	},
);

const one: Array<[claim: string, value: unknown]> = [
	['chosen from the list', { __rl: true, mode: 'list', value: 'news', cachedResultName: 'News' }],
	['entered by name', { __rl: true, mode: 'name', value: ' news ' }],
	['a plain text from an expression', 'news'],
	['a plain text with spaces around it', ' news\n'],
];

test.each(one)('the list of an email may be %s', (_claim, value) => {
	expect(requiredListName(value, 'List')).toBe('news');
});

test.each([
	...emptyValues,
	{ __rl: true, mode: 'list', value: '' },
	{ __rl: true, mode: 'name', value: ' ' },
	{ __rl: true, mode: 'name', value: null },
	{ __rl: true, mode: 'name' },
	{},
])('the list of an email must not be empty: %j', (value) => {
	expect(() => requiredListName(value, 'List')).toThrow(/^"List" is (empty|not a name of a list)/);
});

test.each([42, true, ['news'], { value: 42 }, { value: ['news'] }])(
	'the list of an email must not be %j',
	(value) => {
		expect(messageOf(() => requiredListName(value, 'List'))).toMatch(
			/^"List" is not a name of a list/,
		);
	},
);
