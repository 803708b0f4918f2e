import { startSandbox } from '../../sandbox';
import { answerWith } from '../support/answerWith';
import { continued } from '../support/engine/nodeSettings';
import { runNode } from '../support/engine/runNode';
import { ada, parametersOf } from '../support/operations';
import { savedText } from './savedText';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const KEY = 'mr-live-5E0a9C7d41B8f236';
const getLists = { resource: 'mailingList', operation: 'getAll', limit: 1 };
const send = parametersOf('email sendTransactional', ada);

test('without a credential nothing is sent', async () => {
	const { error } = await runNode({ parameters: send });

	expect(error?.message).toMatch(/credential/i);
	expect(service.received).toEqual([]);
});

// Which base URLs and keys can be used: `unit/credentials`.
test.each([
	['a base URL for which the key would not be encrypted', { baseUrl: 'http://example.com/v1' }],
	['a base URL that does not end in /v1', { baseUrl: 'https://mail.example.com/v2' }],
	['an empty key', { apiKey: 'Bearer ' }],
])('with %s nothing is sent, and every item says so', async (_what, fields) => {
	const run = { credential: { ...service.credential, ...fields }, parameters: send };
	const stopped = await runNode(run);
	const { items } = await runNode({ ...run, items: [{}, {}], node: continued });

	expect(stopped.error?.message).toMatch(/^The (Base URL|API Key) of the credential /);
	const error = expect.stringContaining(String(stopped.error?.message));
	expect(items.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual(
		[0, 1].map((item) => ({ json: { error }, pairedItem: { item } })),
	);
	expect(service.received).toEqual([]);
});

test('the base URL may have a path before /v1 and slashes at its end', async () => {
	const server = await answerWith();
	server.answer = (_request, response) => response.end('{"success":true,"data":[]}');
	const credential = { baseUrl: ` ${server.url}/mail/api/v1//`, apiKey: 'key' };
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

test('a key that was pasted with its header is sent bare, and taken out of an error that quotes it bare', async () => {
	service.sandbox.keys.push(KEY);
	const credential = { ...service.credential, apiKey: `"Authorization: Bearer ${KEY}"\n` };
	const body = { message: `No list for ${KEY}` };
	service.sandbox.faults.add({ endpoint: '*', status: 400, body });
	const { error, result } = await runNode({ credential, parameters: getLists });

	expect(service.sandbox.journal).toMatchObject([{ key: 'valid' }]);
	expect(error?.message).toMatch(/^No list for \*\*\*/);
	expect(savedText(result)).not.toContain(KEY);
});

test('one limiter keeps the pace for a key, however it was pasted', async () => {
	const limited = await startSandbox({ keys: [KEY], limit: 10 });
	const runs = await Promise.all(
		[KEY, `"${KEY}"`, `Bearer ${KEY}`].map(
			async (apiKey) =>
				await runNode({
					credential: { baseUrl: limited.url, apiKey },
					parameters: getLists,
					items: Array.from({ length: 8 }, () => ({})),
				}),
		),
	);
	const statuses = limited.journal.map(({ status }) => status);
	await limited.close();

	expect(runs.map(({ error }) => error)).toEqual(runs.map(() => undefined));
	expect(statuses).toEqual(Array.from({ length: 24 }, () => 200));
});

test('a response that shows the key shows it in no item', async () => {
	const server = await answerWith();
	const data = [{ [KEY]: `Bearer ${KEY}` }, { deep: [{ url: `https://example.com/?key=${KEY}` }] }];
	server.answer = (_request, response) =>
		void response.end(JSON.stringify({ success: true, data }));
	const credential = { baseUrl: `${server.url}/v1`, apiKey: `"${KEY}"` };
	const { items, result } = await runNode({ credential, parameters: { ...getLists, limit: 2 } });
	await server.close();

	expect(JSON.stringify(items)).toContain('***');
	expect(JSON.stringify(items) + savedText(result)).not.toContain(KEY);
});
