import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { continued, list, retry } from '../support/engine/nodeSettings';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { runNode } from '../support/engine/runNode';
import { waitUntil } from '../../tools/waitUntil';
import { useSandbox } from './useSandbox';

/** What is tried again of a call that the service rejects, and what its errors say. */

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
	node: Parameters<typeof runNode>[0]['node'] = continued,
) => await runNode({ credential: service.credential, parameters, items, node });

const rows = (count: number, columns: (index: number) => IDataObject = () => ({})) =>
	Array.from({ length: count }, (_, index) => ({
		email: `person${index}@example.com`,
		...columns(index),
	}));

const changes = () => service.received.filter(({ method }) => method !== 'GET');

/** In the error of a row that was not sent because the others were rejected. */
const NOT_ALONE = 'It was not tried alone';

const storedCount = () => service.sandbox.store.contacts.size;

const errorsOf = ({ items }: Awaited<ReturnType<typeof run>>) =>
	items.map(({ json }) => json.error as string | undefined);

test('500 rows with an undefined column make 150 requests at the most, and every row fails with the reason', async () => {
	const result = await run(
		mapped('create'),
		rows(500, () => ({ Colour: 'red' })),
	);
	const errors = errorsOf(result);

	expect(changes().length).toBeLessThanOrEqual(150);
	expect(storedCount()).toBe(0);
	expect(errors).toHaveLength(500);
	for (const error of errors) {
		expect(error).toMatch(
			/^custom property "Colour" is not defined in the dashboard \(status 400\)\. Define it/,
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
	const errors = errorsOf(await run(mapped('upsert'), items));

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
	expect(errorsOf(result)).toEqual(Array(30).fill(undefined));
	expect(storedCount()).toBe(30);
});

test('what a part of a call leaves in doubt keeps the others from being refused with it', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
	service.sandbox.faults.add({ endpoint: '*', status: 400, times: 1_000 });
	const errors = errorsOf(await run(mapped('create'), rows(40)));

	expect(errors.filter((error) => error?.includes('may or may not'))).toHaveLength(20);
	expect(errors.filter((error) => error?.includes(NOT_ALONE))).toEqual([]);
	// One and two halves, and what halving the other one takes.
	expect(changes()).toHaveLength(3 + 38);
});

describe('Send to Contacts with "Isolate Failures"', () => {
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
		const errors = errorsOf(await run(parameters(), rows(100)));

		expect(changes().length).toBeLessThanOrEqual(30);
		expect(errors.filter((error) => !error?.includes(NOT_ALONE))).toHaveLength(
			changes().filter(({ body }) => 'contactEmail' in (body as object)).length,
		);
		for (const [index, error] of errors.entries()) {
			const whom = error?.includes(NOT_ALONE) ? '…' : `person${index}@example.com`;
			expect(error).toContain(`There is no contact ${whom} (status 404). Check the address`);
		}
	});

	test('frees the Send Once Key of whom it did not try', async () => {
		const keyed = parameters({ sendOnceKey: 'news' });
		await run(keyed, rows(40));
		for (const { email } of rows(40)) {
			service.sandbox.store.addContact({ email, subscribedToLists: ['newsletter'] });
		}
		const errors = errorsOf(await run(keyed, rows(40)));

		expect(errors).toEqual(Array(40).fill(undefined));
		expect(service.sandbox.store.mails).toHaveLength(40);
	});
});
