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

/** In the error of a row that was not tried, because the last ones were all rejected. */
const NOT_TRIED = 'that were tried alone were all rejected: ';

/** Calls with a single contact. */
const callsOfOne = () =>
	changes().filter(({ body }) => {
		const { contacts, contactEmail } = body as { contacts?: unknown[]; contactEmail?: string };
		return contacts?.length === 1 || contactEmail !== undefined;
	});

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

test('500 rows with an undefined column make 150 requests at the most, and only those are called rejected that were tried alone', async () => {
	const result = await run(
		mapped('create'),
		rows(500, () => ({ Colour: 'red' })),
	);
	const { errors } = result;

	expect(changes().length).toBeLessThanOrEqual(150);
	expect(storedCount()).toBe(0);
	expect(errors).toHaveLength(500);
	const notTried = errors.filter((error) => error?.includes(NOT_TRIED));
	const rejected = errors.filter((error) => !error?.includes(NOT_TRIED));
	expect(rejected).toHaveLength(callsOfOne().length);
	expect(rejected.length).toBeGreaterThanOrEqual(20);
	const reason =
		'ustom property "Colour" is not defined in the dashboard (status 400). Custom properties must';
	for (const error of rejected) expect(error).toContain(`C${reason}`);
	for (const error of notTried) {
		expect(error).toMatch(/^Not saved: the last 20 contacts that were tried alone/);
		expect(error).toContain(`rejected: C${reason}`);
		expect(error).toContain('This contact has Colour: "red"');
		expect(error).toMatch(/Correct the cause, then try again\.$/);
	}
});

test('good rows behind many bad ones are saved, and later batches are tried once something was accepted', async () => {
	const isBad = (index: number) => index < 25 || (index >= 100 && index < 130);
	const items = rows(200, (index) => (isBad(index) ? { Colour: 'red' } : {}));
	const { errors } = await run(mapped('upsert'), items);

	expect(errors.map((error) => error !== undefined)).toEqual(items.map((_, index) => isBad(index)));
	expect(storedCount()).toBe(145);
});

test('with "Stop" the rows before the first rejected one are saved, and no row after it is tried', async () => {
	const items = rows(100, (index) => (index === 36 ? { Colour: 'red' } : {}));
	const { error } = await run(mapped('upsert'), items, {});

	expect(storedCount()).toBe(36);
	expect(error?.message).toContain('(items 1-36 accepted; 37 rejected; 38-100 not saved)');
});

test('rows of a call that do not have the column of the others are saved', async () => {
	const items = rows(30, (index) => (index % 15 === 14 ? {} : { Colour: 'red' }));
	const errors = (await run(mapped('upsert'), items)).errors;

	expect(storedCount()).toBe(2);
	expect(errors.flatMap((error, index) => (error ? [] : [index]))).toEqual([14, 29]);
	expect(errors.filter((error) => error?.includes(NOT_TRIED))).toEqual([]);
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

test('what is in doubt counts as no rejection, and stays in doubt', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
	service.sandbox.faults.add({ endpoint: '*', status: 400, times: 1_000 });
	const errors = (await run(mapped('create'), rows(60))).errors;

	expect(errors.filter((error) => error?.includes('may or may not'))).toHaveLength(30);
	const notTried = errors.filter((error) => error?.includes(NOT_TRIED));
	expect(notTried).toHaveLength(10);
	expect(callsOfOne()).toHaveLength(20);
});

test('a row in doubt among rejected ones begins the count anew', async () => {
	const { faults } = service.sandbox;
	// Hits a row that is tried alone, after others that were rejected.
	faults.add({ endpoint: '*', status: 400, times: 17 });
	faults.add({ endpoint: '*', drop: 'after' });
	faults.add({ endpoint: '*', status: 400, times: 1_000 });
	const { errors } = await run(mapped('create'), rows(40));

	expect(errors.filter((error) => error?.includes('may or may not'))).toHaveLength(1);
	expect(storedCount()).toBe(1);
	// Without the one in doubt: 20, and itself.
	expect(callsOfOne().length).toBeGreaterThan(21);
});

test('"Retry On Fail" tries what was not tried in the try before', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400, times: 51 });
	const items = rows(100);
	const node = { ...continued, ...retry, maxTries: 2, waitBetweenTries: 1 };
	const result = await run(mapped('upsert'), items, node);

	expect(result.tries).toHaveLength(2);
	expect(result.errors).toEqual(Array(100).fill(undefined));
	expect(storedCount()).toBe(100);
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
		const { errors } = await run(parameters(), rows(100));

		expect(changes().length).toBeLessThanOrEqual(60);
		const notTried = errors.filter((error) => error?.includes(NOT_TRIED));
		expect(errors.length - notTried.length).toBe(callsOfOne().length);
		for (const [index, error] of errors.entries()) {
			const [start, whom] = error?.includes(NOT_TRIED)
				? [`Not sent: the last 20 recipients ${NOT_TRIED}`, '…']
				: ['', `person${index}@example.com`];
			expect(error).toContain(
				`${start}There is no contact ${whom} (status 404). Check that all recipients`,
			);
		}
	});

	test('frees the Send Once Key of whom it did not try', async () => {
		const keyed = parameters({ sendOnceKey: 'news' });
		await run(keyed, rows(300));
		service.subscribe(...rows(300).map(({ email }) => email));
		const errors = (await run(keyed, rows(300))).errors;

		expect(errors).toEqual(Array(300).fill(undefined));
		expect(service.sandbox.store.mails).toHaveLength(300);
	});
});
