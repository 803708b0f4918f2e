import axios from 'axios';
import { filesWith } from './filesWith';
import { MAILROOM, runInN8n, type Run } from '../../tools/n8n/runInN8n';
import { addPeople, grace, operations, parametersOf } from '../support/operations';
import { outputSchema } from '../support/outputSchema';
import { useDemo } from '../support/useDemo';
import type { Sandbox } from '../../sandbox/startSandbox';

const ANOTHER_KEY = 'a-key-that-the-service-does-know';
const WRONG_KEY = 'a-key-that-the-service-does-not-know';

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
		const { data } = await axios.get(`${n8n.url}/schemas/${MAILROOM.type}/1.0.0/${operation}.json`);
		expect(data).toEqual(outputSchema(operation));
	});
});

// In the newest n8n the tests of the editor see both, but they do not run in the oldest.
test('the credential test passes, and a multiple choice offers the lists of the service', async () => {
	const { client, credential, sandbox } = demo.get();
	const { status } = await client.testCredential({
		...credential,
		type: 'mailroomApi',
		data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey, allowHttp: false },
	});
	expect(status).toBe('OK');
	const path = '/dynamic-node-parameters/options';
	const options = await client.request<Array<{ value: string }>>('POST', path, {
		nodeTypeAndVersion: { name: MAILROOM.type, version: MAILROOM.typeVersion },
		path: 'parameters.additionalFields.subscribedToLists',
		methodName: 'getLists',
		currentNodeParameters: { resource: 'contact', operation: 'create' },
		credentials: { mailroomApi: credential },
	});
	expect(options.map(({ value }) => value)).toEqual(['important', 'newsletter', 'product-updates']);
	expect(requests(sandbox)).toEqual([
		{ method: 'GET', path: '/lists', query: { page: '1', per: '1' }, body: undefined },
		{ method: 'GET', path: '/lists', query: { page: '1', per: '100' }, body: undefined },
	]);
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
});

// n8n evaluates expressions in an isolate, out of which not every object comes as it was.
describe('the value of an expression', () => {
	test.each([
		['new Map([["company", "Engines"], ["seats", 42]])', { company: 'Engines', seats: 42 }],
		[
			'({ company: DateTime.fromISO("2026-12-01T10:00:00.5+01:00"), plan: new Date(1500) })',
			{ company: '2026-12-01T09:00:00Z', plan: '1970-01-01T00:00:01Z' },
		],
	])('may be %s', async (customProperties, sent) => {
		const parameters = {
			...{ resource: 'contact', operation: 'upsert', email: grace.email },
			customProperties: `={{ ${customProperties} }}`,
		};
		const { status } = await runInN8n(demo.get(), { parameters });

		expect(status).toBe(200);
		expect(requests(demo.get().sandbox)).toMatchObject([
			{ body: { contacts: [{ email: grace.email, customProperties: sent }] } },
		]);
	});

	test.each([
		{ subject: '={{ DateTime.fromISO("never") }}' },
		{ subject: '={{ new Date("never") }}' },
		{ options: { sendOnceKey: '=welcome {{ new Map([[1, 2]]) }}' } },
		{ options: { sendOnceKey: '=welcome {{ DateTime.fromISO("never") }}' } },
	])('that is nothing to send sends nothing: %j', async (fields) => {
		const parameters = { ...parametersOf('email sendTransactional', grace), ...fields };
		const { status, execution } = await runInN8n(demo.get(), { parameters });

		expect(status).toBe(500);
		expect(JSON.stringify(execution)).toMatch(/is an invalid date|is incomplete/);
		expect(requests(demo.get().sandbox)).toEqual([]);
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

	// The search finds values that are not secret, so it would also find secrets.
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
