import axios from 'axios';
import { filesWith } from './filesWith';
import { runInN8n, type Run } from '../../tools/runInN8n';
import { ada, addPeople, FROM_ITEM, grace, operations, parametersOf } from '../support/operations';
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

	test.each(operations)('n8n serves what comes out of $name', async ({ name }) => {
		const operation = name.replace(' ', '/');
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

	test.each([
		['a wrong key', WRONG_KEY, 'API key'],
		['the address of a web page', undefined, 'Base URL'],
	])('fails with %s', async (_case, wrongKey, words) => {
		const { client, credential, sandbox } = demo.get();
		if (!wrongKey) sandbox.faults.add({ endpoint: 'GET /lists', html: true });
		const { status, message } = await client.testCredential({
			...credential,
			type: 'mailroomApi',
			data: { baseUrl: sandbox.url, apiKey: wrongKey ?? sandbox.apiKey, allowHttp: false },
		});
		expect(status).toBe('Error');
		expect(message).toContain(words);
		expect(message).not.toContain(WRONG_KEY);
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

	test('a searchable list finds by title', async () => {
		const { client, credential } = demo.get();
		const { results } = await client.searchList({
			...NODE,
			path: 'parameters.list',
			methodName: 'searchLists',
			parameters: { resource: 'email', operation: 'sendToList' },
			credentials: { mailroomApi: credential },
			filter: 'UPDATES',
		});
		expect(results.map(({ value }) => value)).toEqual(['product-updates']);
	});
});

describe('operations', () => {
	const run = async (run: Run) => {
		const { status, items } = await runInN8n(demo.get(), run);
		expect(status).toBe(200);
		return { items, requests: requests(demo.get().sandbox) };
	};

	beforeEach(() => addPeople(demo.get().sandbox.store));

	test.each(operations)(
		'$name makes its request, and hands its output on',
		async ({ name, request, output }) => {
			const { items, requests } = await run({ items: [grace], parameters: parametersOf(name) });
			expect(requests).toEqual([request(grace)]);
			expect(items).toMatchObject(output(grace).map((out) => ({ out, from: grace })));
		},
	);

	test('"Retry On Fail" sends again what was rejected, and not what was accepted', async () => {
		const { store, faults } = demo.get().sandbox;
		faults.add({ endpoint: 'POST /email/transactional', skip: 1, times: 1, status: 400 });
		const { items } = await run({
			items: [ada, grace],
			node: {
				type: NODE.nodeType,
				typeVersion: NODE.nodeVersion,
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 100,
			},
			parameters: parametersOf('email sendTransactional'),
		});
		expect(store.mails.map(({ to }) => to)).toEqual([ada.email, grace.email]);
		expect(items).toEqual([
			{ out: { success: true, to: ada.email }, from: ada },
			{ out: { success: true, to: grace.email }, from: grace },
		]);
	});

	test("a tag in an expression survives, and a date is read in the workflow's timezone", async () => {
		const { requests } = await run({
			items: [ada],
			parameters: {
				...parametersOf('email sendToContacts'),
				subject: '=Hello {{firstName}}',
				body: '={{ 6 * 7 }} news for {{firstName | "you"}}',
				delivery: 'date',
				delayUntilDate: '2099-12-01T10:00:00',
			},
		});
		expect(requests).toMatchObject([
			{
				body: {
					subject: 'Hello {{firstName}}',
					body: '42 news for {{firstName | "you"}}',
					delayUntilDate: '2099-12-01T15:00:00.000Z',
				},
			},
		]);
	});
});

describe('errors', () => {
	const known = { email: 'ada@example.com' };
	const unknown = { email: 'nobody@example.com' };
	const update = parametersOf('contact update', { ...FROM_ITEM, text: 'Ada Example' });
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
	const good = await client.createCredential({
		name: 'Another key',
		type: 'mailroomApi',
		data: { ...data, apiKey: ANOTHER_KEY },
	});
	const bad = await client.createCredential({
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

test('a page of another origin reads no answer of the demo, and its browser takes no login along', async () => {
	const { login, n8n } = demo.get();
	const ask = async (method: string, path: string, data?: object) =>
		await axios.request({
			...{ method, url: `${n8n.url}${path}`, data, proxy: false, validateStatus: () => true },
			headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
		});
	for (const method of ['GET', 'OPTIONS']) {
		const { headers } = await ask(method, '/rest/settings');
		expect(headers).not.toHaveProperty('access-control-allow-origin');
	}
	const { headers } = await ask('POST', '/rest/login', {
		...{ emailOrLdapLoginId: login.email, password: login.password },
	});
	expect(headers['set-cookie']).toEqual([expect.stringContaining('SameSite=Strict')]);
});
