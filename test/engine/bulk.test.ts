import type { INode } from 'n8n-workflow';
import { continued, retry } from '../support/engine/nodeSettings';
import { runNode } from '../support/engine/runNode';
import { useSandbox } from './useSandbox';

type Person = { email: string; name?: string; lists?: string[] };

const service = useSandbox();

const errorOutput = { onError: 'continueErrorOutput' as const };

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

/** @param run By index, which items came out as failed. */
const failedItems = ({ raw }: Awaited<ReturnType<typeof run>>) =>
	raw?.[0].filter(({ error }) => error).map(({ pairedItem }) => pairedItem);

describe.each(['create', 'upsert'])('contact %s', (operation) => {
	test('puts 100 items into a call, in their order', async () => {
		const items = people(201);
		const { error } = await run(operation, items);

		expect(error).toBeUndefined();
		expect(callSizes()).toEqual([100, 100, 1]);
		expect(emails(calls().flat())).toEqual(emails(items));
	});

	test('makes 10 calls of 1,000 items, and one output item of each, paired with it', async () => {
		const items = people(1000);
		const { raw, after } = await run(operation, items);

		expect(callSizes()).toEqual(Array(10).fill(100));
		expect(service.sandbox.store.contacts.size).toBe(1000);
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

		expect(calls().map((call) => call.length)).toEqual([100, 100]);
		expect(after).toEqual(emails(written));
	});

	test.each([
		{ count: 7, refused: [6] },
		{ count: 8, refused: [0, 7] },
		{ count: 8, refused: [2, 3, 4] },
		{ count: 3, refused: [0, 1, 2] },
	])('finds the refused ones of $count items: $refused', async ({ count, refused }) => {
		const items = peopleWithRefused(count, refused);
		const result = await run(operation, items, continued);

		expect(failedItems(result)).toEqual(refused.map((item) => ({ item })));
		expect(result.items.map(({ json }) => 'error' in json)).toEqual(
			items.map((_, index) => refused.includes(index)),
		);
		for (const index of refused) {
			expect(result.items[index].json.error).toMatch(/there is no list "unknown"/);
		}
		expect(storedEmails()).toEqual(emails(items.filter((_, index) => !refused.includes(index))));
		expect(result.after).toEqual(emails(items));
	});

	test('gives the error output the refused items alone, paired with their input', async () => {
		const items = peopleWithRefused(4, [0, 2]);
		const { after, afterError } = await run(operation, items, errorOutput);

		expect(afterError).toEqual(emails([items[0], items[2]]));
		expect(after).toEqual(emails(items.filter(({ lists }) => lists?.length === 0)));
	});

	test('loses no other call for a refused item of one', async () => {
		const items = peopleWithRefused(103, [101]);
		const result = await run(operation, items, continued);

		expect(failedItems(result)).toEqual([{ item: 101 }]);
		expect(storedEmails()).toEqual(emails(items.filter((_, index) => index !== 101)));
		expect(callSizes()).toEqual([100, 3, 1, 2]);
	});

	test.each([400, 409, 422])('splits a call after a %d', async (status) => {
		service.sandbox.faults.add({ endpoint: '*', status });
		const { items } = await run(operation, people(5), continued);

		expect(callSizes()).toEqual([5, 3, 2]);
		expect(items.map(({ json }) => json.success)).toEqual(Array(5).fill(true));
	});

	test.each([401, 403, 404, 405])('does not split a call after a %d', async (status) => {
		service.sandbox.faults.add({ endpoint: '*', status });
		const result = await run(operation, people(5), continued);

		expect(callSizes()).toEqual([5]);
		const errors = result.items.map(({ json }) => json.error);
		expect(errors).toEqual(Array(5).fill(expect.stringMatching(/^The service (is|refused) /)));
	});

	test('sends a call again as it was after a 429', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 429 });
		const { error } = await run(operation, people(5));

		expect(error).toBeUndefined();
		expect(callSizes()).toEqual([5, 5]);
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

	test('with "Stop" ends at a call that fails as a whole, and names no item', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 403 });
		const { error } = await run(operation, people(250));

		expect(error?.message).toMatch(/status 403\) \(items 1-250 not sent\)$/);
		expect(callSizes()).toEqual([100]);
	});

	test('with "Retry On Fail" sends the refused items again and no others', async () => {
		const items = peopleWithRefused(4, [0]);
		const result = await run(operation, items, { ...continued, ...retry });

		expect(result.tries).toHaveLength(3);
		expect(callSizes()).toEqual([4, 1, 3, 1, 1]);
		expect(calls().slice(-2)).toEqual([calls()[1], calls()[1]]);
		expect(failedItems(result)).toEqual([{ item: 0 }]);
		expect(result.items.slice(1).map(({ json }) => json.success)).toEqual([true, true, true]);
	});

	test('with "Retry On Fail" and "Stop" goes on where it stopped', async () => {
		service.sandbox.faults.add({ endpoint: '*', skip: 1, status: 403 });
		const items = people(150);
		const { error, tries, after } = await run(operation, items, retry);

		expect(error).toBeUndefined();
		expect(tries).toHaveLength(2);
		expect(callSizes()).toEqual([100, 50, 50]);
		expect(calls()[2]).toEqual(calls()[1]);
		expect(after).toEqual(emails(items));
	});
});
