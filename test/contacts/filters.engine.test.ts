import type { INodeParameters } from 'n8n-workflow';
import { runOn, textOf } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
const runNode = runOn(service);

const run = async (filters: unknown, more: INodeParameters = { returnAll: true }) => {
	const { error, items, hints } = await runNode(
		{ resource: 'contact', operation: 'getAll', ...more, filters } as INodeParameters,
		[{ lists: 'newsletter, product-updates', yes: true }],
	);
	expect(error).toBeUndefined();
	expect(hints).toEqual([]);
	return items.map(({ json }) => String(json.email).split('@')[0]);
};

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
		expect(service.received).toHaveLength(requests);
	});
});
