import { answerWith } from '../support/answerWith';
import { runNode } from '../support/engine/runNode';
import { startSandbox } from '../../sandbox';
import { testCredential } from './testCredential';
import { received, useSandbox } from './useSandbox';

const service = useSandbox();

const getLists = { resource: 'mailingList', operation: 'getAll', limit: 1 };
const send = {
	resource: 'email',
	operation: 'sendTransactional',
	to: 'ada@example.com',
	subject: 'Hello',
	body: 'Hello',
};

const port = () => new URL(service.sandbox.url).port;

describe('without a credential', () => {
	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'nothing is sent with %s',
		async (onError) => {
			const { error, items } = await runNode({ parameters: send, node: { onError } });

			const message = error?.message ?? items[0].json.error;
			expect(message).toMatch(/credential/i);
			expect(service.received).toEqual([]);
		},
	);
});

describe('a base URL', () => {
	test.each([
		['as it is', ''],
		['with a slash at its end', '/'],
		['with several slashes at its end', '//'],
		['with spaces around it', '  '],
	])('%s leads to the same requests', async (_what, suffix) => {
		const credential = { ...service.credential, baseUrl: `${service.sandbox.url}${suffix}` };
		const { error, items } = await runNode({ credential, parameters: getLists });

		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(service.received).toEqual([
			{ method: 'GET', path: '/lists', query: { page: '1', per: '1' }, body: undefined },
		]);
	});

	test('may have a path before /v1', async () => {
		const server = await answerWith();
		server.answer = (_request, response) => response.end('{"success":true,"data":[]}');
		const credential = { baseUrl: `${server.url}/mail/api/v1/`, apiKey: 'key' };
		await runNode({ credential, parameters: getLists });
		await server.close();

		expect(server.received).toEqual([
			{
				url: '/mail/api/v1/lists?page=1&per=1',
				method: 'GET',
				headers: expect.objectContaining({ authorization: 'Bearer key' }),
			},
		]);
	});

	test.each(['localhost', '127.0.0.1', '127.1'])(
		'may be plain http on this machine: %s',
		async (host) => {
			const credential = { ...service.credential, baseUrl: `http://${host}:${port()}/v1` };
			const { error } = await runNode({ credential, parameters: send });

			expect(error).toBeUndefined();
			expect(service.received).toHaveLength(1);
		},
	);

	test.each([
		...['http://mail.example.com/v1', 'HTTP://MAIL.EXAMPLE.COM/v1'],
		...['http://127.0.0.1.example.com/v1', 'http://localhost.example.com/v1'],
		...['http://192.0.2.1/v1', 'http://[2001:db8::1]/v1'],
	])('may not be plain http to another machine: %s', async (baseUrl) => {
		const { error } = await runNode({ credential: { baseUrl, apiKey: 'key' }, parameters: send });

		expect(error?.message).toMatch(/http:\/\//);
		expect(error?.description).toMatch(/Allow HTTP/);
		expect(error?.message).toMatch(/Base URL/);
	});

	test.each([
		'',
		'   ',
		'mail.example.com/v1',
		'//mail.example.com/v1',
		'ftp://mail.example.com/v1',
		'file:///v1',
		'https://',
		'not an address',
		'https://mail.example.com',
		'https://mail.example.com/v2',
		'https://mail.example.com/v1/lists',
		'https://mail.example.com/dev1',
		'https://mail.example.com/v1?project=1',
		'https://mail.example.com/v1#top',
		'https://name:hunter2@mail.example.com/v1',
	])('must be a usable address that ends in /v1, unlike "%s"', async (baseUrl) => {
		const { error } = await runNode({ credential: { baseUrl, apiKey: 'key' }, parameters: send });

		expect(error?.message).toMatch(/Base URL/);
		expect(error?.message).not.toMatch(/could not be found|refused|hunter2/);
	});

	test('that cannot be used lets every item fail with "Continue"', async () => {
		const { items } = await runNode({
			credential: { baseUrl: 'http://mail.example.com/v1', apiKey: 'key' },
			parameters: send,
			items: [{}, {}],
			node: { onError: 'continueRegularOutput' },
		});

		expect(items.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual([
			{ json: { error: expect.stringMatching(/http:\/\//) }, pairedItem: { item: 0 } },
			{ json: { error: expect.stringMatching(/http:\/\//) }, pairedItem: { item: 1 } },
		]);
	});
});

describe('the test of the credential', () => {
	test('asks for one list and is satisfied with an answer', async () => {
		expect(await testCredential(service.credential)).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
		expect(service.received).toEqual([
			{ method: 'GET', path: '/lists', query: { page: '1', per: '1' }, body: undefined },
		]);
	});

	test('is satisfied when the base URL ends in a slash', async () => {
		const credential = { ...service.credential, baseUrl: `${service.sandbox.url}/` };

		expect(await testCredential(credential)).toMatchObject({ status: 'OK' });
		expect(service.received).toMatchObject([{ path: '/lists' }]);
	});

	test('fails for a key that the service does not know', async () => {
		const credential = { ...service.credential, apiKey: 'another-key' };

		expect(await testCredential(credential)).toEqual({
			status: 'Error',
			message: 'The service does not accept this API key.',
		});
	});

	test('says to check the address when there is nothing', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 404 });

		expect(await testCredential(service.credential)).toEqual({
			status: 'Error',
			message: 'There is no email service at this address. Check the Base URL: it ends in /v1.',
		});
	});

	test.each([
		{ baseUrl: 'http://mail.example.com/v1', message: /http:\/\// },
		{ baseUrl: 'https://mail.example.com/v2', message: /\/v1/ },
		{ baseUrl: 'http://127.0.0.1:1/v1', message: /ECONNREFUSED|refused/ },
		{ baseUrl: 'https://mail.example.com/v1', message: /ENOTFOUND|not be found/ },
	])('says what is wrong with $baseUrl', async ({ baseUrl, message }) => {
		const result = await testCredential({ baseUrl, apiKey: 'key' });

		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	});

	test('tries plain http to another machine when that is allowed', async () => {
		const baseUrl = 'http://mail.example.com/v1';
		const result = await testCredential({ baseUrl, apiKey: 'key', allowHttp: true });

		expect(result).toEqual({ status: 'Error', message: 'ENOTFOUND' });
	});

	test('fails for a redirect, and takes neither key nor request along', async () => {
		const other = await startSandbox({ keys: [service.credential.apiKey] });
		service.sandbox.faults.add({ endpoint: '*', redirect: `${other.url}/lists?page=1&per=1` });
		const { status } = await testCredential(service.credential);
		await other.close();

		expect(status).toBe('Error');
		expect(received(other)).toEqual([]);
	});

	test('fails for an error of the service', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 500 });

		expect(await testCredential(service.credential)).toMatchObject({ status: 'Error' });
	});
});
