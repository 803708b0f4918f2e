import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { continued, list, retry, runOn } from '../support/engine/runNode';
import { waitUntil } from '../../tools/process/waitUntil';
import { useSandbox } from '../support/useSandbox';

/** Which items share a request, and what is tried again of one that the service rejects: also the unit tests beside it. */

const service = useSandbox();
useDeduplicationStore();

const mapped = (operation: string) => ({
	resource: 'contact',
	operation,
	dataMode: 'autoMapInputData',
});

const run = async (
	parameters: INodeParameters,
	items: IDataObject[],
	node: Partial<INode> = continued,
) => await runOn(service)(parameters, items, { node, after: '={{ $("Input").item.json.email }}' });

const rows = (count: number, columns: (index: number) => IDataObject = () => ({})) =>
	Array.from({ length: count }, (_, index) => ({
		email: `person${index}@example.com`,
		...columns(index),
	}));

const changes = () => service.received.filter(({ method }) => method !== 'GET');

/** The addresses of each call. */
const calls = () =>
	changes().map(({ body }) =>
		(body as { contacts: Array<{ email: string }> }).contacts.map(({ email }) => email),
	);

const callSizes = () => calls().map(({ length }) => length);

/** In the error of a row that was not sent because the others were rejected. */
const NOT_ALONE = 'This item was not tried alone';

const storedCount = () => service.sandbox.store.contacts.size;

describe('contacts', () => {
	test.each(['create', 'upsert'])(
		'%s makes 10 calls of 1,000 items, in their order, and one output item of each, paired with it',
		async (operation) => {
			const items = rows(1000);
			const { raw, after } = await run(mapped(operation), items);
			const emails = items.map(({ email }) => email);

			expect(callSizes()).toEqual(Array(10).fill(100));
			expect(calls().flat()).toEqual(emails);
			expect(raw?.[0]).toEqual(
				emails.map((email, index) => ({
					json: { success: true, email },
					pairedItem: { item: index },
				})),
			);
			expect(after).toEqual(emails);
		},
	);

	test('are never put into a call twice, in whatever case the address is written', async () => {
		const written = ['ada', 'grace', 'ADA', 'joan', 'Ada', 'ada'].map((name) => ({
			email: `${name}@example.com`,
		}));
		const { after } = await run(mapped('create'), written);

		expect(calls().map((call) => call.map((email) => email.split('@')[0]))).toEqual([
			['ada', 'grace', 'joan'],
			['ADA'],
			['Ada'],
			['ada'],
		]);
		expect(after).toEqual(written.map(({ email }) => email));
	});

	test('need no more calls where rows are sorted, so that duplicates stand together', async () => {
		const written = Array.from({ length: 200 }, (_, index) => ({
			email: `person${Math.floor(index / 2)}@example.com`,
			name: `Person ${index}`,
		}));
		await run(mapped('create'), written);

		expect(callSizes()).toEqual([100, 100]);
	});

	test.each([
		[400, [5, 3, 2]],
		[401, [5]],
		[403, [5]],
		[404, [5]],
		[405, [5]],
	])('are sent in calls of these sizes after a %d: %j', async (status, sizes) => {
		service.sandbox.faults.add({ endpoint: '*', status });
		await run(mapped('create'), rows(5));

		expect(callSizes()).toEqual(sizes);
	});
});

test('500 rows with an undefined column make 150 requests at the most, and every row fails with the reason', async () => {
	const result = await run(
		mapped('create'),
		rows(500, () => ({ Colour: 'red' })),
	);
	const errors = result.errors;

	expect(changes().length).toBeLessThanOrEqual(150);
	expect(storedCount()).toBe(0);
	expect(errors).toHaveLength(500);
	for (const error of errors) {
		expect(error).toMatch(
			/^custom property "Colour" is not defined in the dashboard \(status 400\)\. Custom properties must/,
		);
	}
	const assumed = errors.filter((error) => error?.includes(NOT_ALONE));
	const alone = changes().filter(
		({ body }) => (body as { contacts: unknown[] }).contacts.length === 1,
	);
	expect(assumed).toHaveLength(500 - alone.length);
	expect(alone.length).toBeGreaterThanOrEqual(5 * 8);
});

test('rows of a call that do not have the column of the others are saved', async () => {
	const items = rows(30, (index) => (index % 15 === 14 ? {} : { Colour: 'red' }));
	const errors = (await run(mapped('upsert'), items)).errors;

	expect(storedCount()).toBe(2);
	expect(errors.flatMap((error, index) => (error ? [] : [index]))).toEqual([14, 29]);
	expect(errors.filter((error) => error?.includes(NOT_ALONE))).toEqual([]);
});

test('"Retry On Fail" tries again what was not tried alone', async () => {
	const items = rows(30, () => ({ subscribedToLists: ['unknown'] }));
	// After the first try the service knows the list.
	const { store } = service.sandbox;
	const node = { ...continued, ...retry, maxTries: 2, waitBetweenTries: 500 };
	const running = run(mapped('upsert'), items, node);
	const isSearched = async () => await Promise.resolve(changes().length >= 15);
	await waitUntil(isSearched, { limitMs: 20_000, what: 'the call is refused' });
	store.addList({ name: 'unknown', title: 'Known now' });
	const result = await running;

	expect(result.tries).toHaveLength(2);
	expect(result.errors).toEqual(Array(30).fill(undefined));
	expect(storedCount()).toBe(30);
});

test('what a part of a call leaves in doubt keeps the others from being refused with it', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
	service.sandbox.faults.add({ endpoint: '*', status: 400, times: 1_000 });
	const errors = (await run(mapped('create'), rows(40))).errors;

	expect(errors.filter((error) => error?.includes('may or may not'))).toHaveLength(20);
	expect(errors.filter((error) => error?.includes(NOT_ALONE))).toEqual([]);
	// One and two halves, and what halving the other one takes.
	expect(changes()).toHaveLength(3 + 38);
});

describe('Send to Contacts with "Skip Rejected Recipients"', () => {
	const parameters = (options: IDataObject = {}) => ({
		resource: 'email',
		operation: 'sendToContacts',
		list: list('newsletter'),
		contactEmails: '={{ $json.email }}',
		subject: 'News',
		body: 'News',
		options: { isolateFailures: true, ...options },
	});

	test('tries some of 100 strangers alone, and says of the others what is true of them', async () => {
		const errors = (await run(parameters(), rows(100))).errors;

		expect(changes().length).toBeLessThanOrEqual(30);
		expect(errors.filter((error) => !error?.includes(NOT_ALONE))).toHaveLength(
			changes().filter(({ body }) => 'contactEmail' in (body as object)).length,
		);
		for (const [index, error] of errors.entries()) {
			const whom = error?.includes(NOT_ALONE) ? '…' : `person${index}@example.com`;
			expect(error).toContain(
				`There is no contact ${whom} (status 404). Check that all recipients`,
			);
		}
	});

	test('frees the Send Once Key of whom it did not try', async () => {
		const keyed = parameters({ sendOnceKey: 'news' });
		await run(keyed, rows(40));
		service.subscribe(...rows(40).map(({ email }) => email));
		const errors = (await run(keyed, rows(40))).errors;

		expect(errors).toEqual(Array(40).fill(undefined));
		expect(service.sandbox.store.mails).toHaveLength(40);
	});
});
