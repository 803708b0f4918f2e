import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { continued, runOn, textOf } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
const runNode = runOn(service);

const parameters = (filters: unknown, more: INodeParameters = { returnAll: true }) =>
	({ resource: 'contact', operation: 'getAll', ...more, filters }) as INodeParameters;

const run = async (filters: unknown, more?: INodeParameters) => {
	const { error, items, hints } = await runNode(parameters(filters, more), [
		{ lists: 'newsletter, product-updates', yes: true },
	]);
	expect(error).toBeUndefined();
	expect(hints).toEqual([]);
	return items.map(({ json }) => String(json.email).split('@')[0]);
};

const pagesOf = (path: string) => service.received.filter((request) => request.path === path);

const fill = () => {
	const add = (name: string, subscribedToLists: string[], hardBouncedAt?: string) =>
		service.sandbox.store.addContact({
			email: `${name}@example.com`,
			subscribedToLists,
			hardBouncedAt,
		});
	add('none', []);
	add('news', ['newsletter']);
	add('updates', ['product-updates']);
	add('both', ['newsletter', 'product-updates']);
	add('bounced', ['newsletter'], '2026-05-01T10:00:00.000Z');
};

const healthy = ['none', 'news', 'updates', 'both'];
const everybody = [...healthy, 'bounced'];

describe('the filters of contact getAll', () => {
	test.each([
		['on any of the lists', { onLists: ['newsletter', 'product-updates'] }, everybody.slice(1)],
		['on a list', { onLists: ['product-updates'] }, ['updates', 'both']],
		['on none of the lists', { notOnLists: ['newsletter', 'product-updates'] }, ['none']],
		['lists as a text', { onLists: '={{ $json.lists }}' }, everybody.slice(1)],
		['on the list of all contacts', { onLists: ['important'] }, everybody],
		['only bounced', { hardBounced: true }, ['bounced']],
		['only the others', { hardBounced: false }, healthy],
		['only bounced, by an expression', { hardBounced: '={{ $json.yes }}' }, ['bounced']],
		['only the others, as a text', { hardBounced: 'false' }, healthy],
		[
			'all of them together',
			{ onLists: ['newsletter'], notOnLists: ['product-updates'], hardBounced: false },
			['news'],
		],
		['none added', {}, everybody],
	])('find contacts: %s', async (_, filters, expected) => {
		fill();
		expect(await run(filters)).toEqual(expected);
	});

	test.each([
		['onLists', []],
		['onLists', ''],
		['onLists', ' , ,'],
		['notOnLists', []],
		['notOnLists', ['', ' ']],
		['hardBounced', ''],
		['hardBounced', null],
		['onLists', '={{ $json.nothing }}'],
		['onLists', '={{ [$json.nothing] }}'],
		['onLists', ['={{ $json.nothing }}']],
		['notOnLists', '={{ ($json.nothing ?? "") + "," }}'],
		['hardBounced', '={{ $json.nothing }}'],
	] as Array<[name: string, entered: string | string[] | null]>)(
		'are an error where nothing is chosen in %s: %j',
		async (name, entered) => {
			fill();
			const { error, items } = await runNode({
				...{ resource: 'contact', operation: 'getAll', returnAll: true },
				filters: { [name]: entered },
			});
			expect(textOf(error)).toMatch(
				/^"[A-Z][\w ]+" has no value\. .*To get all contacts, remove the filter/,
			);
			expect(items).toEqual([]);
			expect(service.received).toEqual([]);
		},
	);

	test.each([
		['on the first page', 1, 1],
		['on the second page', 101, 2],
		['on the third page', 201, 4],
	])('ask for few pages ahead of a match %s, however slow the answers', async (_, at, requests) => {
		const { store, settings } = service.sandbox;
		store.addContacts(at - 1);
		store.addContacts(1, { subscribedToLists: ['newsletter'] });
		store.addContacts(5000 - at);
		settings.answerDelayMs = 5000;

		expect(await run({ onLists: ['newsletter'] }, { limit: 1 })).toEqual([`contact${at}`]);
		expect(pagesOf('/contacts')).toHaveLength(requests);
	});
});

const filterNames = ['onLists', 'notOnLists'];

describe.each(filterNames)('a list that the service does not have is an error in %s', (filter) => {
	const refused = async (names: unknown, item: IDataObject = {}) => {
		fill();
		const { error, items } = await runNode(parameters({ [filter]: names }), [item]);
		expect(items).toEqual([]);
		expect(pagesOf('/contacts')).toEqual([]);
		return textOf(error);
	};
	const label = filter === 'onLists' ? 'On Lists' : 'Not on Lists';

	test.each([
		['a title', ['Product updates'], 'Type product-updates'],
		['other capitals', ['NEWSLETTER'], 'Type newsletter'],
		['a slip', ['newsleter'], 'Names of lists: important, newsletter, product-updates'],
		['one of several', 'newsletter, gone', 'Names of lists: '],
		['by an expression', '={{ [$json.list] }}', 'Type newsletter'],
		['an expression in an array', ['newsletter', '={{ $json.list }}'], 'Type newsletter'],
		['a title of the list of all contacts', ['Important'], 'Type important'],
	])('%s', async (_, names, advice) => {
		const text = await refused(names, { list: 'Newsletter' });
		expect(text).toMatch(`"${label}" contains "`);
		expect(text).toMatch(`but the service has no list of this name. ${advice}`);
	});

	test('one that was removed, and one in a service without lists', async () => {
		const { lists } = service.sandbox.store;
		lists.delete('newsletter');
		expect(await refused(['newsletter'])).toMatch(/contains "newsletter"/);
		lists.clear();
		expect(await refused(['newsletter'])).toMatch(/contains "newsletter"/);
	});

	test('a title that two lists have names both', async () => {
		service.sandbox.store.addList({ name: 'news-2', title: 'Newsletter' });
		expect(await refused(['Newsletter'])).toMatch(/Names of lists: important, news-2, newsletter/);
	});

	test('but none on a later page of lists, nor the list of all contacts where the service leaves it out', async () => {
		fill();
		const { store } = service.sandbox;
		store.lists.delete('important');
		for (let number = 0; number < 250; number++) {
			store.addList({ name: `list-${number}`, title: 'Same' });
		}
		store.addContact({ email: 'late@example.com', subscribedToLists: ['list-249'] });
		const isIn = filter === 'onLists';
		const others = [...everybody, 'late'];
		expect(await run({ [filter]: ['list-249'] })).toEqual(isIn ? ['late'] : everybody);
		expect(await run({ [filter]: ['important', 'list-249'] })).toEqual(isIn ? others : []);
		const asked = pagesOf('/lists').length;
		expect(await run({ [filter]: ['important'] })).toEqual(isIn ? others : []);
		expect(pagesOf('/lists')).toHaveLength(asked);
	});

	test.each([404, 500])(
		'a request for the lists that fails with %i is one, too',
		async (status) => {
			service.sandbox.faults.add({ endpoint: 'GET /lists', status, times: 9 });
			const text = await refused(['newsletter']);
			expect(text).toMatch(`The names in "${label}" couldn't be checked. `);
			expect(text).toMatch(String(status));
		},
	);

	test('with "Continue" for its item only', async () => {
		fill();
		const { items } = await runNode(
			parameters({ [filter]: '={{ $json.list }}' }),
			[{ list: 'Newsletter' }, { list: 'newsletter' }],
			{ node: continued },
		);
		const [first, ...others] = items;
		expect(first.json.error).toMatch(/no list of this name\. Type newsletter/);
		expect(first.pairedItem).toEqual({ item: 0 });
		expect(others).toHaveLength(filter === 'onLists' ? 3 : 2);
		for (const { pairedItem } of others) expect(pairedItem).toEqual({ item: 1 });
	});
});

const answerContacts = (...contacts: object[]) => {
	const metadata = { page: 1, per: 100, total: contacts.length };
	const body = { success: true, data: contacts, metadata };
	service.sandbox.faults.add({ endpoint: 'GET /contacts', status: 200, body });
};

describe('a contact', () => {
	const unreadable = [undefined, null, 'newsletter', {}, [null], [{ name: 'a' }], ['news', 1]];

	test.each(filterNames)(
		'whose lists are not told passes %s in no case, and a hint says so',
		async (filter) => {
			const news = { email: 'news@example.com', subscribedToLists: ['newsletter'] };
			const none = { email: 'none@example.com', subscribedToLists: [] };
			const odd = unreadable.map((subscribedToLists, index) => ({
				email: `odd${index}@example.com`,
				subscribedToLists,
			}));
			answerContacts(news, none, ...odd);
			const { items, hints } = await runNode(parameters({ [filter]: ['newsletter'] }));
			expect(items.map(({ json }) => json.email)).toEqual([
				filter === 'onLists' ? news.email : none.email,
			]);
			expect(hints).toEqual([expect.stringMatching(/^7 contacts were left out: /)]);

			answerContacts(news, ...odd.slice(0, 1));
			const another = await runNode(parameters({ [filter]: ['important'] }));
			expect(another.items).toHaveLength(filter === 'onLists' ? 1 : 0);
			expect(another.hints).toEqual([expect.stringMatching(/^1 contact was left out: /)]);
		},
	);

	test('passes without a filter on lists, whatever its lists are', async () => {
		const odd = unreadable.map((subscribedToLists, index) => ({
			email: `odd${index}@example.com`,
			subscribedToLists,
		}));
		answerContacts(...odd);
		expect(await run({ hardBounced: false })).toHaveLength(odd.length);
	});

	test.each([
		['2026-05-01T10:00:00Z', true],
		[1_777_629_600, true],
		[0, true],
		[true, true],
		[{ date: '2026-05-01' }, true],
		['yes', true],
		[undefined, false],
		[null, false],
		['', false],
		[' ', false],
		[false, false],
	])('with "hardBouncedAt": %j has bounced: %s', async (hardBouncedAt, hasBounced) => {
		answerContacts({ email: 'ada@example.com', hardBouncedAt });
		expect(await run({ hardBounced: !hasBounced })).toEqual([]);
		answerContacts({ email: 'ada@example.com', hardBouncedAt });
		expect(await run({ hardBounced: hasBounced })).toEqual(['ada']);
	});
});
