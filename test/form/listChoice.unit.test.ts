import { requiredListName } from '../../nodes/Mailroom/resources/listChoice';
import { emptyValues, refuses, takes } from '../support/readerTests';

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
