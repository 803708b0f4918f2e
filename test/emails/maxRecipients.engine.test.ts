import type { IDataObject as Data, INodeParameters as Parameters } from 'n8n-workflow';
import { continued, list, retry, runOn, textOf } from '../support/engine/runNode';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
const runNode = runOn(service);
useDeduplicationStore();

const addresses = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => `contact${from + index}@example.com`);

const itemsFor = (to: string[]) => to.map((address) => ({ to: address }));

const options = (maxRecipients: unknown, others: Data = {}) =>
	({ options: { maxRecipients, ...others } }) as Parameters;

/** Requests that change something. */
const sends = () => service.received.filter(({ method }) => method === 'POST');

beforeEach(() => {
	const subscribedToLists = ['newsletter', 'product-updates'];
	service.sandbox.store.addContacts(6, { subscribedToLists });
});

const toContacts: Parameters = {
	resource: 'email',
	operation: 'sendToContacts',
	list: list('newsletter'),
	contactEmails: '={{ $json.to }}',
	subject: 'News',
	body: 'Hello',
};
const transactional: Parameters = {
	resource: 'email',
	operation: 'sendTransactional',
	to: '={{ $json.to }}',
	subject: 'Receipt',
	body: 'Hello',
};
const sendsToPeople: Array<[string, Parameters]> = [
	['Send to Contacts', toContacts],
	['Send Transactional', transactional],
];

describe.each(sendsToPeople)('%s', (_, parameters) => {
	test('sends nothing to anybody if there are more recipients than allowed', async () => {
		const fields = { ...parameters, ...options(3) };
		const { error } = await runNode(fields, itemsFor(addresses(1, 4)));

		expect(sends()).toEqual([]);
		expect(textOf(error)).toContain('"Recipients at Most" is 3, but there are 4 recipients');
	});

	test('sends to as many as allowed, and counts a recipient once in any spelling', async () => {
		const to = [...addresses(1, 3), 'CONTACT1@example.com'];
		const { error } = await runNode({ ...parameters, ...options(3) }, itemsFor(to));

		expect(error).toBeUndefined();
		expect(new Set(service.inbox.map((address) => address.toLowerCase())).size).toBe(3);
	});

	test('with "Continue" fails all items, as nobody knows which were meant', async () => {
		const fields = { ...parameters, ...options(3) };
		const { errors } = await runNode(fields, itemsFor(addresses(1, 4)), { node: continued });

		expect(sends()).toEqual([]);
		expect(errors).toEqual(
			Array(4).fill(expect.stringContaining('"Recipients at Most" is 3, but there are 4')),
		);
	});

	test('counts the rounds of a loop together, and stops the round that exceeds the limit', async () => {
		const rounds = [itemsFor(addresses(2, 4)), itemsFor(addresses(5, 5))];
		const fields = { ...parameters, ...options(4) };
		const { error } = await runNode(fields, itemsFor(addresses(1, 2)), { rounds });

		expect(new Set(service.inbox)).toEqual(new Set(addresses(1, 4)));
		expect(textOf(error)).toContain('"Recipients at Most" is 4, but there are 5 recipients');
	});

	test('counts nobody twice in the tries of Retry On Fail', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 400, times: 1 });
		const fields = { ...parameters, ...options(2) };
		const { error } = await runNode(fields, itemsFor(addresses(1, 2)), { node: retry });

		expect(error).toBeUndefined();
		expect(service.inbox).toEqual(expect.arrayContaining(addresses(1, 2)));
	});

	test('counts nobody twice in the Retry of an execution', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 400, times: 1 });
		const fields = { ...parameters, ...options(2) };
		const items = itemsFor(addresses(1, 2));
		const { error, result } = await runNode(fields, items);
		expect(error).toBeDefined();

		const retried = await runNode(fields, items, { retryOf: result });
		expect(retried.error).toBeUndefined();
		expect(new Set(service.inbox)).toEqual(new Set(addresses(1, 2)));
	});

	test.each([0, '', null, 1.5, '={{ $json.missing }}', '={{ "" }}'])(
		'takes the limit %j as an error, never as no limit',
		async (limit) => {
			const { error } = await runNode(
				{ ...parameters, ...options(limit) },
				itemsFor(addresses(1, 1)),
			);

			expect(sends()).toEqual([]);
			expect(textOf(error)).toContain('"Recipients at Most"');
		},
	);
});

describe('Send to List', () => {
	const toList: Parameters = {
		resource: 'email',
		operation: 'sendToList',
		list: list('newsletter'),
		subject: '={{ $json.subject }}',
		body: 'Hello',
	};
	const news = [{ subject: 'News' }];

	test('asks for the subscribers, and sends nothing if there are more than allowed', async () => {
		const { error } = await runNode({ ...toList, ...options(5) }, news);

		expect(service.received.map(({ method, path }) => [method, path])).toEqual([['GET', '/lists']]);
		expect(textOf(error)).toContain(
			'"Recipients at Most" is 5, but the list "newsletter" has 6 subscribers',
		);
	});

	test('sends to a list with as many subscribers as allowed', async () => {
		const { json } = await runNode({ ...toList, ...options(6) }, news);

		expect(json).toEqual([{ success: true, list: 'newsletter' }]);
		expect(sends()).toHaveLength(1);
	});

	test('asks once for all items, and sends none of several newsletters if one list is too large', async () => {
		service.subscribe('ada@example.com');
		service.sandbox.store.addContact({ email: 'b@example.com', subscribedToLists: ['newsletter'] });
		const items = ['product-updates', 'newsletter'].map((name) => ({ name, subject: name }));
		const fields = { ...toList, list: list('={{ $json.name }}'), ...options(7) };
		const { error } = await runNode(fields, items);

		expect(service.received.map(({ path }) => path)).toEqual(['/lists']);
		expect(textOf(error)).toContain('the list "newsletter" has 8 subscribers');
	});

	test.each([
		['is unknown', undefined, 'there is no list "gone"'],
		[
			'has no number',
			{ status: 200, body: { success: true, data: [{ name: 'gone' }] } },
			'the service doesn\'t tell how many subscribers the list "gone" has',
		],
		[
			'cannot be read',
			{ status: 503 },
			"the service didn't tell how many subscribers the list has",
		],
		['cannot be read with the API key', { status: 401 }, 'Check the API key'],
	])('sends nothing if the list %s', async (_, fault, problem) => {
		if (fault) service.sandbox.faults.add({ endpoint: 'GET /lists', times: 100, ...fault });
		const fields = { ...toList, list: list('gone'), ...options(5) };
		const { error } = await runNode(fields, news);

		expect(sends()).toEqual([]);
		expect(textOf(error)).toContain('"Recipients at Most" is 5');
		expect(textOf(error)).toContain(problem);
	});

	test('does not count tests', async () => {
		const testRecipient = 'contact1@example.com';
		const { json } = await runNode({ ...toList, testRecipient, ...options(1) }, news);

		expect(json).toEqual([expect.objectContaining({ success: true, testRecipient })]);
		expect(service.received.map(({ path }) => path)).toEqual(['/email/contact']);
	});

	test('leaves a Send Once Key unused if it refuses, and keeps what was sent with it', async () => {
		const node = { id: 'node of a key' };
		const keyed = (limit: number) => ({ ...toList, ...options(limit, { sendOnceKey: 'week 1' }) });

		const refused = await runNode(keyed(5), news, { node });
		expect(textOf(refused.error)).toContain('has 6 subscribers');
		expect(sends()).toEqual([]);

		const sent = await runNode(keyed(6), news, { node });
		expect(sent.json).toEqual([{ success: true, list: 'newsletter' }]);

		const again = await runNode(keyed(5), news, { node });
		expect(again.json).toEqual([{ success: true, list: 'newsletter', alreadySent: true }]);
		expect(sends()).toHaveLength(1);
	});

	test('reads the number again in each try', async () => {
		service.sandbox.faults.add({ endpoint: 'GET /lists', status: 400, times: 1 });
		const { error, json } = await runNode({ ...toList, ...options(6) }, news, { node: retry });

		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, list: 'newsletter' }]);
		expect(sends()).toHaveLength(1);
	});
});
