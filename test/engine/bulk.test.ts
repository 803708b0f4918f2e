import type { INode } from 'n8n-workflow';
import { continued } from '../support/engine/nodeSettings';
import { runNode } from '../support/engine/runNode';
import { useSandbox } from './useSandbox';

type Person = { email: string; name?: string; lists?: string[] };

const service = useSandbox();

const people = (count: number): Person[] =>
	Array.from({ length: count }, (_, index) => ({
		email: `person${index}@example.com`,
		name: `Person ${index}`,
		lists: [],
	}));

/** The same people, some of them with a list that the project does not have. */
const peopleWithRefused = (count: number, refused: number[]) =>
	people(count).map((person, index) =>
		refused.includes(index) ? { ...person, lists: ['unknown'] } : person,
	);

const emails = (persons: Person[]) => persons.map(({ email }) => email);

const parametersOf = (operation: string) => ({
	resource: 'contact',
	operation,
	email: '={{ $json.email }}',
	additionalFields: { name: '={{ $json.name }}', subscribedToLists: '={{ $json.lists }}' },
});

const run = async (operation: string, items: Person[], node?: Partial<INode>) =>
	await runNode({
		credential: service.credential,
		parameters: parametersOf(operation),
		items,
		node,
		after: '={{ $("Input").item.json.email }}',
	});

/** The contacts of each call. */
const calls = () => service.received.map(({ body }) => (body as { contacts: Person[] }).contacts);

const callSizes = () => calls().map(({ length }) => length);

const storedEmails = () => emails([...service.sandbox.store.contacts.values()]);

describe.each(['create', 'upsert'])('contact %s', (operation) => {
	test('makes 10 calls of 1,000 items, in their order, and one output item of each, paired with it', async () => {
		const items = people(1000);
		const { raw, after } = await run(operation, items);

		expect(callSizes()).toEqual(Array(10).fill(100));
		expect(emails(calls().flat())).toEqual(emails(items));
		expect(raw?.[0]).toEqual(
			items.map(({ email }, index) => ({
				json: { success: true, email },
				pairedItem: { item: index },
			})),
		);
		expect(after).toEqual(emails(items));
	});

	test('never puts an address into a call twice, in whatever case it is written', async () => {
		const written = ['ada', 'grace', 'ADA', 'joan', 'Ada', 'ada'].map((name, index) => ({
			email: `${name}@example.com`,
			name: `Person ${index}`,
		}));
		const { items, after } = await run(operation, written);

		expect(calls().map((call) => emails(call).map((email) => email.split('@')[0]))).toEqual([
			['ada', 'grace', 'joan'],
			['ADA'],
			['Ada'],
			['ada'],
		]);
		expect(items).toHaveLength(6);
		expect(after).toEqual(emails(written));
	});

	test('needs no more calls for rows that are sorted, so that duplicates stand together', async () => {
		const written = Array.from({ length: 200 }, (_, index) => ({
			email: `person${Math.floor(index / 2)}@example.com`,
			name: `Person ${index}`,
		}));
		const { after } = await run(operation, written);

		expect(callSizes()).toEqual([100, 100]);
		expect(after).toEqual(emails(written));
	});

	test.each([
		{ count: 103, refused: [101] },
		{ count: 8, refused: [0, 2, 3, 4, 7] },
		{ count: 3, refused: [0, 1, 2] },
	])('finds the refused ones of $count items: $refused', async ({ count, refused }) => {
		const items = peopleWithRefused(count, refused);
		const { raw, after } = await run(operation, items, continued);

		expect(raw?.[0].map(({ json }) => json.error)).toEqual(
			items.map((_, index) =>
				refused.includes(index) ? expect.stringMatching(/there is no list "unknown"/) : undefined,
			),
		);
		expect(storedEmails()).toEqual(emails(items.filter((_, index) => !refused.includes(index))));
		expect(after).toEqual(emails(items));
	});

	test.each([
		[400, [5, 3, 2]],
		[409, [5, 3, 2]],
		[422, [5, 3, 2]],
		[401, [5]],
		[403, [5]],
		[404, [5]],
		[405, [5]],
	])('after a %d makes calls of these sizes: %j', async (status, sizes) => {
		service.sandbox.faults.add({ endpoint: '*', status });
		const { items } = await run(operation, people(5), continued);

		const isSplit = sizes.length > 1;
		expect(callSizes()).toEqual(sizes);
		expect(items.map(({ json }) => json.success ?? json.error)).toEqual(
			Array(5).fill(isSplit ? true : expect.stringMatching(/^The service (is|refused) /)),
		);
	});

	test('with "Stop" stores all before the refused item, and none after it', async () => {
		const items = peopleWithRefused(203, [2, 4]);
		const { error } = await run(operation, items);

		expect(error?.message).toMatch(
			/there is no list "unknown" .*\(item 3 of 203\) \(items 1-2 accepted; 3-203 not sent\)$/,
		);
		expect(storedEmails()).toEqual(emails(items.slice(0, 2)));
		expect(callSizes()).toEqual([100, 2, 1]);
	});
});
