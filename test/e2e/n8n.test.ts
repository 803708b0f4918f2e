import axios from 'axios';
import { filesWith } from './filesWith';
import { runInN8n, type Run } from '../../tools/runInN8n';
import { outputSchema } from '../support/outputSchema';
import { useDemo } from '../support/useDemo';
import type { Sandbox } from '../../sandbox/startSandbox';

const NODE = { nodeType: 'n8n-nodes-mailroom.mailroom', nodeVersion: 1 };
const ANOTHER_KEY = 'a-key-that-the-service-does-know';
const WRONG_KEY = 'a-key-that-the-service-does-not-know';

jest.setTimeout(60_000);

const demo = useDemo();

const requests = ({ journal }: Sandbox) =>
	journal.map(({ method, path, query, body }) => ({ method, path, query, body }));

describe('package', () => {
	test('n8n serves its icon, light and dark', async () => {
		const { n8n } = demo.get();
		for (const name of ['mailroom.svg', 'mailroom.dark.svg']) {
			const icon = await axios.get(`${n8n.url}/icons/n8n-nodes-mailroom/dist/icons/${name}`);
			expect(icon.headers['content-type']).toContain('image/svg+xml');
		}
	});

	test.each([
		'contact/create',
		'contact/upsert',
		'contact/update',
		'contact/delete',
		'contact/get',
		'contact/getAll',
		'email/sendTransactional',
		'email/sendToContacts',
		'email/sendToList',
		'mailingList/getAll',
		'portalSession/create',
	])('n8n serves what comes out of %s', async (operation) => {
		const { n8n } = demo.get();
		const { data } = await axios.get(`${n8n.url}/schemas/${NODE.nodeType}/1.0.0/${operation}.json`);
		expect(data).toEqual(outputSchema(operation));
	});
});

describe('credential test', () => {
	test('passes with the right key', async () => {
		const { client, credential, sandbox } = demo.get();
		const { status } = await client.testCredential({
			...credential,
			type: 'mailroomApi',
			data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey, allowHttp: false },
		});
		expect(status).toBe('OK');
		expect(requests(sandbox)).toEqual([
			{ method: 'GET', path: '/lists', query: { page: '1', per: '1' }, body: undefined },
		]);
	});

	test('fails with a wrong key', async () => {
		const { client, credential, sandbox } = demo.get();
		const { status, message } = await client.testCredential({
			...credential,
			type: 'mailroomApi',
			data: { baseUrl: sandbox.url, apiKey: WRONG_KEY, allowHttp: false },
		});
		expect(status).toBe('Error');
		expect(message).not.toContain(WRONG_KEY);
		// n8n itself asks a second time after a 401.
		expect(new Set(sandbox.journal.map(({ key, status }) => `${key}: ${status}`))).toEqual(
			new Set(['unknown: 401']),
		);
	});

	test('fails with the address of a web page', async () => {
		const { client, credential, sandbox } = demo.get();
		sandbox.faults.add({ endpoint: 'GET /lists', html: true });
		const { status, message } = await client.testCredential({
			...credential,
			type: 'mailroomApi',
			data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey, allowHttp: false },
		});
		expect(status).toBe('Error');
		expect(message).toContain('Base URL');
	});
});

describe('drop-downs', () => {
	beforeEach(() => {
		demo.get().sandbox.store.addContact({
			email: 'ada@example.com',
			subscribedToLists: ['newsletter'],
		});
	});

	test('a multiple choice offers the lists of the service', async () => {
		const { client, credential } = demo.get();
		const options = await client.loadOptions({
			...NODE,
			path: 'parameters.additionalFields.subscribedToLists',
			methodName: 'getLists',
			parameters: { resource: 'contact', operation: 'create' },
			credentials: { mailroomApi: credential },
		});
		expect(options).toEqual([
			{ name: 'Important (1 subscriber)', value: 'important' },
			{ name: 'Newsletter (1 subscriber)', value: 'newsletter' },
			{ name: 'Product updates (0 subscribers)', value: 'product-updates' },
		]);
	});

	test.each([
		['', ['important', 'newsletter', 'product-updates']],
		['UPDATES', ['product-updates']],
		['nothing like it', []],
	])('a searchable list finds %j', async (filter, names) => {
		const { client, credential } = demo.get();
		const { results } = await client.searchList({
			...NODE,
			path: 'parameters.list',
			methodName: 'searchLists',
			parameters: { resource: 'email', operation: 'sendToList' },
			credentials: { mailroomApi: credential },
			filter,
		});
		expect(results.map(({ value }) => value)).toEqual(names);
	});
});

describe('operations', () => {
	const ada = { email: 'ada@example.com', name: 'Ada Example' };
	const ben = { email: 'ben@example.com', name: 'Ben Example' };
	const newsletter = { __rl: true, mode: 'list', value: 'newsletter' };

	const run = async (run: Omit<Run, 'items'> & { items?: object[] }) => {
		const { status, items } = await runInN8n(demo.get(), { items: [ada, ben], ...run });
		expect(status).toBe(200);
		return { items, requests: requests(demo.get().sandbox) };
	};
	const addContacts = () => {
		const { store } = demo.get().sandbox;
		for (const { email, name } of [ada, ben]) {
			store.addContact({ email, name, subscribedToLists: ['newsletter'] });
		}
	};

	test('"Retry On Fail" sends again what was rejected, and not what was accepted', async () => {
		const { store, faults } = demo.get().sandbox;
		faults.add({ endpoint: 'POST /email/transactional', skip: 1, times: 1, status: 400 });
		const { items } = await run({
			node: {
				type: 'n8n-nodes-mailroom.mailroom',
				typeVersion: 1,
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 100,
			},
			parameters: {
				resource: 'email',
				operation: 'sendTransactional',
				to: '={{ $json.email }}',
				subject: 'Hello',
				body: 'Hello',
			},
		});
		expect(store.mails.map(({ to }) => to)).toEqual([ada.email, ben.email]);
		expect(items).toEqual([
			{ out: { success: true, to: ada.email }, from: ada },
			{ out: { success: true, to: ben.email }, from: ben },
		]);
	});

	test('contact: create', async () => {
		const { items, requests } = await run({
			parameters: {
				resource: 'contact',
				operation: 'create',
				email: '={{ $json.email }}',
				customProperties: {
					assignments: [{ id: '1', name: 'seats', type: 'number', value: '5' }],
				},
				additionalFields: { name: '={{ $json.name }}', subscribedToLists: ['newsletter'] },
			},
		});
		const rest = { subscribedToLists: ['newsletter'], customProperties: { seats: 5 } };
		expect(requests).toEqual([
			{
				method: 'POST',
				path: '/contacts/create_many',
				query: {},
				body: {
					contacts: [
						{ ...ada, ...rest },
						{ ...ben, ...rest },
					],
				},
			},
		]);
		expect(items).toEqual([
			{ out: { success: true, email: ada.email }, from: ada },
			{ out: { success: true, email: ben.email }, from: ben },
		]);
	});

	test('contact: create or update', async () => {
		addContacts();
		const { items, requests } = await run({
			parameters: {
				resource: 'contact',
				operation: 'upsert',
				email: '={{ $json.email }}',
				additionalFields: { userId: 7, ignoreListSubscriptionsWhenUpdating: true },
			},
		});
		const rest = { userId: '7', updateIfExists: true, ignoreListSubscriptionsWhenUpdating: true };
		expect(requests).toEqual([
			{
				method: 'POST',
				path: '/contacts/create_many',
				query: {},
				body: {
					contacts: [
						{ email: ada.email, ...rest },
						{ email: ben.email, ...rest },
					],
				},
			},
		]);
		expect(items).toEqual([
			{ out: { success: true, email: ada.email }, from: ada },
			{ out: { success: true, email: ben.email }, from: ben },
		]);
	});

	test('contact: update', async () => {
		addContacts();
		const { items, requests } = await run({
			items: [ada],
			parameters: {
				resource: 'contact',
				operation: 'update',
				email: '={{ $json.email }}',
				customProperties: {
					assignments: [{ id: '1', name: 'company', type: 'string', value: 'Example' }],
				},
				updateFields: {
					addToLists: ['product-updates'],
					removeFromLists: ['newsletter'],
					removeCustomProperties: 'plan',
				},
			},
		});
		expect(requests).toEqual([
			{
				method: 'PATCH',
				path: '/contacts/update',
				query: {},
				body: {
					email: ada.email,
					addedListSubscripitons: ['product-updates'],
					removedListSubscripitons: ['newsletter'],
					customProperties: { company: 'Example', plan: null },
				},
			},
		]);
		expect(items).toMatchObject([
			{
				out: {
					email: ada.email,
					subscribedToLists: ['important', 'product-updates'],
					customProperties: { company: 'Example' },
				},
				from: ada,
			},
		]);
	});

	test('contact: delete', async () => {
		addContacts();
		const { items, requests } = await run({
			items: [ada],
			parameters: { resource: 'contact', operation: 'delete', email: '={{ $json.email }}' },
		});
		expect(requests).toEqual([
			{ method: 'POST', path: '/contacts/delete', query: {}, body: { email: ada.email } },
		]);
		expect(items).toEqual([{ out: { deleted: true, email: ada.email }, from: ada }]);
		expect([...demo.get().sandbox.store.contacts.keys()]).toEqual([ben.email]);
	});

	test('contact: get', async () => {
		addContacts();
		const { items, requests } = await run({
			items: [ada],
			parameters: { resource: 'contact', operation: 'get', email: '={{ $json.email }}' },
		});
		expect(requests).toEqual([
			{ method: 'GET', path: '/contacts/find', query: { email: ada.email }, body: undefined },
		]);
		expect(items).toMatchObject([{ out: ada, from: ada }]);
	});

	test('contact: get many', async () => {
		demo.get().sandbox.store.addContacts(150);
		const { items, requests } = await run({
			items: [ada],
			parameters: { resource: 'contact', operation: 'getAll', returnAll: true },
		});
		expect(requests).toEqual([
			{ method: 'GET', path: '/contacts', query: { page: '1', per: '100' }, body: undefined },
			{ method: 'GET', path: '/contacts', query: { page: '2', per: '100' }, body: undefined },
		]);
		expect(items).toHaveLength(150);
		expect(items[149]).toMatchObject({ out: { email: 'contact150@example.com' }, from: ada });
	});

	test('email: send transactional', async () => {
		const { items, requests } = await run({
			items: [ada],
			parameters: {
				resource: 'email',
				operation: 'sendTransactional',
				to: '={{ $json.name }} <{{ $json.email }}>',
				subject: 'Your receipt',
				bodyFormat: 'html',
				body: '=<p>Hello {{ $json.name }}</p>',
				options: { trackEmailOpens: false },
			},
		});
		expect(requests).toEqual([
			{
				method: 'POST',
				path: '/email/transactional',
				query: {},
				body: {
					to: 'Ada Example <ada@example.com>',
					subject: 'Your receipt',
					body: '<p>Hello Ada Example</p>',
					bodyFormat: 'html',
					trackEmailOpens: false,
				},
			},
		]);
		expect(items).toEqual([
			{ out: { success: true, to: 'Ada Example <ada@example.com>' }, from: ada },
		]);
	});

	test('email: send to contacts, with a tag typed into an expression', async () => {
		addContacts();
		const { items, requests } = await run({
			parameters: {
				resource: 'email',
				operation: 'sendToContacts',
				list: newsletter,
				contactEmails: '={{ $json.email }}',
				subject: '=Hello {{firstName}}',
				body: '={{ 6 * 7 }} news for {{firstName | "you"}}',
				delivery: 'date',
				delayUntilDate: '2099-12-01T10:00:00',
			},
		});
		expect(requests).toEqual([
			{
				method: 'POST',
				path: '/email/contact',
				query: {},
				body: {
					list: 'newsletter',
					contactEmails: [ada.email, ben.email],
					subject: 'Hello {{firstName}}',
					body: '42 news for {{firstName | "you"}}',
					bodyFormat: 'markdown',
					delayUntilDate: '2099-12-01T15:00:00.000Z',
				},
			},
		]);
		expect(items).toEqual([
			{ out: { success: true, list: 'newsletter', contactEmails: [ada.email] }, from: ada },
			{ out: { success: true, list: 'newsletter', contactEmails: [ben.email] }, from: ben },
		]);
	});

	test('email: send to list, once for several items', async () => {
		addContacts();
		const { items, requests } = await run({
			from: '$("Mailroom").first().pairedItem',
			parameters: {
				resource: 'email',
				operation: 'sendToList',
				list: newsletter,
				subject: 'News for {{firstName}}',
				body: 'Hello!',
				delivery: 'delay',
				delaySeconds: 60,
			},
		});
		expect(requests).toEqual([
			{
				method: 'POST',
				path: '/email/list',
				query: {},
				body: {
					list: 'newsletter',
					subject: 'News for {{firstName}}',
					body: 'Hello!',
					bodyFormat: 'markdown',
					delaySeconds: 60,
				},
			},
		]);
		expect(items).toEqual([
			{ out: { success: true, list: 'newsletter' }, from: [{ item: 0 }, { item: 1 }] },
		]);
	});

	test('mailing list: get many', async () => {
		const { items, requests } = await run({
			items: [ada],
			parameters: { resource: 'mailingList', operation: 'getAll', limit: 2 },
		});
		expect(requests).toEqual([
			{ method: 'GET', path: '/lists', query: { page: '1', per: '2' }, body: undefined },
		]);
		expect(items).toEqual([
			{ out: { name: 'important', title: 'Important', numSubscribers: 0 }, from: ada },
			{ out: { name: 'newsletter', title: 'Newsletter', numSubscribers: 0 }, from: ada },
		]);
	});

	test('portal session: create', async () => {
		addContacts();
		const returnURL = 'https://example.com/account';
		const { items, requests } = await run({
			items: [ada],
			parameters: {
				resource: 'portalSession',
				operation: 'create',
				contactEmail: '={{ $json.email }}',
				returnUrl: returnURL,
			},
		});
		expect(requests).toEqual([
			{
				method: 'POST',
				path: '/lists/portal_session',
				query: {},
				body: { contactEmail: ada.email, returnURL },
			},
		]);
		const [session] = [...demo.get().sandbox.store.portalSessions.values()];
		expect(items).toEqual([
			{
				out: {
					url: expect.stringContaining(session.token),
					expiresAt: session.expiresAt,
					returnURL,
				},
				from: ada,
			},
		]);
	});
});

describe('errors', () => {
	const known = { email: 'ada@example.com' };
	const unknown = { email: 'nobody@example.com' };
	const update = {
		resource: 'contact',
		operation: 'update',
		email: '={{ $json.email }}',
		updateFields: { name: 'Ada Example' },
	};
	beforeEach(() => demo.get().sandbox.store.addContact(known));

	test('"Stop" fails the run with the reason of the service, and later items are not sent', async () => {
		const { status, execution } = await runInN8n(demo.get(), {
			items: [unknown, known],
			parameters: update,
		});
		expect(status).toBe(500);
		expect(execution.status).toBe('error');
		expect(execution.data).toContain(`${unknown.email}`);
		expect(execution.data).toContain('(status 404)');
		expect(requests(demo.get().sandbox).map(({ body }) => body)).toMatchObject([unknown]);
	});

	test('"Continue" hands the failed item on with its error, paired with its input', async () => {
		const { status, items } = await runInN8n(demo.get(), {
			items: [unknown, known],
			parameters: update,
			onError: 'continueRegularOutput',
		});
		expect(status).toBe(200);
		expect(items).toEqual([
			{ out: { error: expect.stringContaining('(status 404)') }, from: unknown },
			{ out: expect.objectContaining({ ...known, name: 'Ada Example' }), from: known },
		]);
	});
});

test('the API key is not in a log, a saved run or any other file of n8n in clear text', async () => {
	const { client, credential, n8n, sandbox } = demo.get();
	sandbox.keys.push(ANOTHER_KEY);
	const data = { baseUrl: sandbox.url, allowHttp: false };
	const good = await client.saveCredential({
		name: 'Another key',
		type: 'mailroomApi',
		data: { ...data, apiKey: ANOTHER_KEY },
	});
	const bad = await client.saveCredential({
		name: 'Wrong key',
		type: 'mailroomApi',
		data: { ...data, apiKey: WRONG_KEY },
	});
	const parameters = { resource: 'contact', operation: 'get', email: 'visible@example.com' };
	sandbox.store.addContact({ email: 'visible@example.com' });
	for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
		await runInN8n(demo.get(), { parameters, onError, credential: good });
		await runInN8n(demo.get(), { parameters, onError, credential: bad });
	}
	expect(sandbox.journal.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 401]));

	// What is not a secret is found, so what is one would be found too.
	expect(await filesWith(n8n.userFolder, 'visible@example.com')).not.toEqual([]);
	expect(await filesWith(n8n.userFolder, credential.name)).not.toEqual([]);
	for (const key of [sandbox.apiKey, ANOTHER_KEY, WRONG_KEY]) {
		expect(await filesWith(n8n.userFolder, key)).toEqual([]);
	}
});
