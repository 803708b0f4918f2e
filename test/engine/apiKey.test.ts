import { inspect } from 'node:util';
import { startSandbox } from '../../sandbox';
import { answerWith } from '../support/answerWith';
import { runNode } from '../support/engine/runNode';
import { savedText } from './savedText';
import { testCredential } from './testCredential';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const KEY = 'mr-live-5E0a9C7d41B8f236';
const get = { resource: 'contact', operation: 'get', email: 'ada@example.com' };
const getAll = { resource: 'contact', operation: 'getAll', returnAll: true };
const waysToPaste = [
	`"${KEY}"`,
	`Bearer ${KEY}`,
	`Authorization: Bearer ${KEY}\n`,
	`${KEY.slice(0, 10)}\n${KEY.slice(10)}`,
];

beforeEach(() => {
	service.sandbox.keys.push(KEY);
	service.sandbox.store.addContact({ email: 'ada@example.com' });
});

const run = async (apiKey: string, parameters = get) =>
	await runNode({ credential: { baseUrl: service.sandbox.url, apiKey }, parameters });

type Run = Awaited<ReturnType<typeof run>>;

const expectNoKeyIn = ({ result, error, items, tries }: Run) => {
	const all = inspect([error, items, tries], { depth: 10, maxStringLength: Infinity });
	expect(savedText(result) + all).not.toContain(KEY);
};

describe.each(waysToPaste)('a key pasted as %j', (typed) => {
	test('is sent bare', async () => {
		const { error } = await run(typed);

		expect(error).toBeUndefined();
		expect(service.sandbox.journal).toMatchObject([{ key: 'valid' }]);
	});

	test('is taken out of an error that quotes it bare', async () => {
		service.sandbox.faults.add({
			endpoint: '*',
			status: 400,
			body: { message: `No contact for ${KEY}` },
		});
		const failed = await run(typed);

		expect(failed.error?.message).toMatch(/^No contact for \*\*\*/);
		expectNoKeyIn(failed);
	});

	test('passes the test of the credential', async () => {
		const credential = { baseUrl: service.sandbox.url, apiKey: typed };

		expect(await testCredential(credential)).toMatchObject({ status: 'OK' });
	});
});

test('one limiter keeps the pace for a key, however it was pasted', async () => {
	const limited = await startSandbox({ keys: [KEY], limit: 10 });
	limited.store.addContact({ email: 'ada@example.com' });
	const runs = await Promise.all(
		[KEY, ...waysToPaste].map(
			async (apiKey) =>
				await runNode({
					credential: { baseUrl: limited.url, apiKey },
					parameters: get,
					items: Array.from({ length: 5 }, () => ({})),
				}),
		),
	);
	const statuses = limited.journal.map(({ status }) => status);
	await limited.close();

	expect(runs.map(({ error }) => error)).toEqual(runs.map(() => undefined));
	expect(statuses).toEqual(Array.from({ length: 25 }, () => 200));
});

describe('without a key', () => {
	test.each(['', ' \n', '""', 'Bearer '])(
		'%j nothing is sent, and the error says so',
		async (typed) => {
			const { error } = await run(typed);

			expect(error?.message).toMatch(/API Key of the credential is empty/);
			expect(service.received).toEqual([]);
		},
	);
});

describe('a service that shows the key in an answer that is fine', () => {
	test.each([
		['in a contact', get, { data: { email: 'ada@example.com', note: `Bearer ${KEY}` } }],
		['in many contacts', getAll, { data: [{ email: 'a' }, { email: 'b', deep: [{ a: [KEY] }] }] }],
		['in a name', get, { data: { [KEY]: KEY } }],
		['encoded', get, { data: { url: `https://example.com/?a=1&key=${KEY}` } }],
	])('%s, shows it in no item', async (_where, parameters, answer) => {
		const server = await answerWith();
		server.answer = (_request, response) =>
			void response.end(JSON.stringify({ success: true, ...answer }));
		const shown = await runNode({
			credential: { baseUrl: `${server.url}/v1`, apiKey: `"${KEY}"` },
			parameters,
		});
		await server.close();

		expect(shown.error).toBeUndefined();
		expect(JSON.stringify(shown.items)).toContain('***');
		expectNoKeyIn(shown);
	});
});
