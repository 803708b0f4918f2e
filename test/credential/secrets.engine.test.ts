import { inspect } from 'node:util';
import { LoggerProxy } from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { listSearch, loadOptions } from '../support/engine/loadMethods';
import { OtherNode } from './OtherNode';
import { runNode, type NodeRun } from '../support/engine/runNode';
import { ada, addPeople, parametersOf } from '../support/operations';
import { runTool } from '../support/engine/runTool';
import { savedText } from './savedText';
import { useSandbox } from '../support/useSandbox';
import type { Fault as ScriptedFault } from '../../sandbox/traffic/Faults';

type Fault = Omit<ScriptedFault, 'endpoint'>;

const service = useSandbox();

/** Another one for each test, so that no test waits for the outage that another one made. */
let KEY = '';
let tests = 0;
/** Parts of an API key are also secrets, in upper and lower case. */
const parts = () => [KEY.slice(0, 12), KEY.slice(-12)].map((part) => part.toLowerCase());

const written: string[] = [];
const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;

beforeAll(() => {
	const write = (...args: unknown[]) => void written.push(inspect(args, { depth: 10 }));
	for (const method of methods) jest.spyOn(console, method).mockImplementation(write);
	for (const stream of [process.stdout, process.stderr]) {
		const original = stream.write.bind(stream);
		jest.spyOn(stream, 'write').mockImplementation((...args) => {
			write(args);
			return original(...args);
		});
	}
	LoggerProxy.init({ info: write, warn: write, error: write, debug: write });
});
afterAll(() => jest.restoreAllMocks());

beforeEach(() => {
	written.length = 0;
	KEY = `mr-live-5E0a9C7d41B8f236-${++tests}`;
	service.sandbox.keys.push(KEY);
	addPeople(service.sandbox.store);
});

const credential = () => ({ baseUrl: service.sandbox.url, apiKey: KEY });

const expectNoKeyIn = (...things: unknown[]) => {
	const texts = [...written, ...things.map((thing) => everythingIn(thing))];
	for (const part of parts()) {
		for (const text of texts) expect(text.toLowerCase()).not.toContain(part);
	}
};

const everythingIn = (thing: unknown) =>
	typeof thing === 'string'
		? thing
		: inspect(thing, { depth: 10, showHidden: true, maxStringLength: Infinity });

const expectNoKeyInRun = ({ result, error, items, errorItems, tries }: NodeRun) => {
	const thrown = tries.map((attempt) => attempt.error);
	const returned = tries.map((attempt) => attempt.raw);
	const failures = [...items, ...errorItems].map((item) => item.error);
	expectNoKeyIn(savedText(result), error, thrown, returned, failures);
};

const send = parametersOf('email sendTransactional', ada);
const get = parametersOf('contact get', ada);

const faults = (): Record<string, Fault> => ({
	'an answer that is fine': { delayMs: 1 },
	'a refused key': { status: 401 },
	'a refused key that is echoed': {
		status: 401,
		body: { message: `The key ${KEY} has expired`, reason: `Bearer ${KEY}` },
	},
	'a key that is echoed in a 400': { status: 400, body: { error: { message: `Bearer ${KEY}!` } } },
	'a key that is echoed in a 500': { status: 500, body: { reason: `authorization=${KEY}` } },
	'a key that is echoed at the end of a long text': {
		status: 400,
		body: { message: `${'x'.repeat(484)}${KEY} ${'y'.repeat(100)}` },
	},
	'a key that is echoed in several texts': {
		status: 400,
		body: { message: [KEY, `${KEY}${KEY}`] },
	},
	'a key that is echoed in HTML': {
		status: 502,
		body: `<html>${KEY}</html>`,
		contentType: 'text/html',
	},
	'a redirect to an address with the key': { redirect: `https://${KEY}.example.com/?key=${KEY}` },
	'a dropped connection': { drop: 'after' },
	'cut JSON': { cutJson: true },
});

describe('the API key is nowhere in the execution after', () => {
	const modes = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
	const cases = Object.keys(faults()).flatMap((what) =>
		modes.map((onError) => ({ what, onError })),
	);

	test.each(cases)('$what with $onError', async ({ what, onError }) => {
		service.sandbox.faults.add({ endpoint: '*', ...faults()[what] });
		const run = await runNode({ credential: credential(), parameters: send, node: { onError } });

		expect(service.sandbox.journal).toMatchObject([{ key: 'valid' }]);
		expectNoKeyInRun(run);
	});

	test('a service that is not there, not found or must not be used', async () => {
		const urls = [
			'http://127.0.0.1:1/v1',
			'https://mail.example.com/v1',
			'http://mail.example.com/v1',
		];
		const runs = await Promise.all(
			urls.map((baseUrl) => runNode({ credential: { baseUrl, apiKey: KEY }, parameters: send })),
		);

		for (const run of runs) {
			expect(run.error).toBeDefined();
			expectNoKeyInRun(run);
		}
	});

	test('a canceled request', async () => {
		service.sandbox.settings.answerDelayMs = 20_000;
		const signal = AbortSignal.timeout(50);
		const run = await runNode({ credential: credential(), parameters: get, signal });

		expectNoKeyInRun(run);
	});

	test('a key that no header can hold', async () => {
		const run = await runNode({
			credential: { ...credential(), apiKey: `${KEY}\u2013${KEY}` },
			parameters: send,
		});

		expect(run.error).toBeDefined();
		expectNoKeyInRun(run);
	});
});

describe('the API key is nowhere in what', () => {
	const echoes = () => ({ endpoint: '*', status: 400, body: { message: `Bearer ${KEY}` } });

	test.each(['invoke', 'engine'] as const)('a tool answers to a model: via %s', async (via) => {
		service.sandbox.faults.add(echoes());
		const { answers, error, result, tries } = await runTool({
			credential: credential(),
			parameters: send,
			via,
		});

		expect(error?.message ?? JSON.stringify(answers)).toMatch(/400/);
		expectNoKeyIn(
			answers,
			error,
			savedText(result),
			tries.map((attempt) => attempt.error),
		);
	});

	test('a drop-down shows', async () => {
		service.sandbox.faults.add({ ...echoes(), times: 2 });
		const errors = await Promise.all([
			loadOptions('getLists', { credential: credential() }).catch((error) => error),
			listSearch('searchLists', { credential: credential() }).catch((error) => error),
		]);

		for (const error of errors) expect(error.message).toMatch(/400/);
		expectNoKeyIn(...errors);
	});
});

describe('another node that uses the credential', () => {
	const other = useSandbox();
	beforeEach(() => void other.sandbox.keys.push(KEY));

	const request = async (options: object, older: boolean = false) =>
		await runNode({
			classes: { node: OtherNode, credential: MailroomApi },
			credential: credential(),
			parameters: { options: JSON.stringify({ json: true, ...options }), older },
		});

	test('may send the key to the service', async () => {
		const url = `${service.sandbox.url}/lists`;
		const runs = [await request({ url }), await request({ uri: url }, true)];

		for (const { error } of runs) expect(error).toBeUndefined();
		expect(service.sandbox.journal).toMatchObject([{ key: 'valid' }, { key: 'valid' }]);
	});

	test('may not send it anywhere else, whichever helper it uses', async () => {
		const { host } = new URL(other.sandbox.url);
		const runs = [
			await request({ url: `${other.sandbox.url}/lists` }),
			await request({ baseURL: service.sandbox.url, url: `//${host}/v1/lists` }),
			await request({ url: `http://${new URL(service.sandbox.url).host}@${host}/v1/lists` }),
			await request({ uri: `${other.sandbox.url}/lists` }, true),
		];

		for (const run of runs) {
			expect(run.error?.message).toMatch(/Mailroom/);
			expectNoKeyInRun(run);
		}
		expect(other.received).toEqual([]);
	});
});
