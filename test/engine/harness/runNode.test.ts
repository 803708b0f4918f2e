import { runNode } from '../../support/engine/runNode';
import { savedText } from '../savedText';
import { always, answerWith, type AnsweringServer } from '../../support/answerWith';
import { Toy } from './toy/Toy';
import { ToyApi } from './toy/ToyApi';

const classes = { node: Toy, credential: ToyApi };

let server: AnsweringServer;
let credential: { baseUrl: string; apiKey: string };

beforeAll(async () => {
	server = await answerWith();
	credential = { baseUrl: server.url, apiKey: 'secret' };
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());

const get = { resource: 'thing', operation: 'get', id: '={{ $json.id }}' };
const split = { resource: 'thing', operation: 'split', id: '={{ $json.id }}' };
const items = [{ id: 'a' }, { id: 'b' }];
const after = '={{ $("Input").item.json.id }}';

describe('runNode', () => {
	test('evaluates parameters and credential for each item and sends them', async () => {
		const run = await runNode({ classes, credential, parameters: get, items });

		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json)).toEqual([{ url: '/things/a' }, { url: '/things/b' }]);
		expect(server.received).toContainEqual({
			url: '/things/a',
			method: 'GET',
			authorization: 'Bearer secret',
		});
	});

	test('fails a node whose credential is not set', async () => {
		const run = await runNode({ classes, parameters: get });

		expect(run.error?.message).toBe('Node does not have any credentials set');
		expect(server.received).toEqual([]);
	});
});

describe('items', () => {
	test('$("Input").item finds the input of each item of an operation that pairs', async () => {
		const run = await runNode({ classes, credential, parameters: split, items, after });

		expect(run.items.map(({ json }) => json.part)).toEqual([1, 2, 1, 2]);
		expect(run.after).toEqual(['a', 'a', 'b', 'b']);
		expect(run.hints).toEqual([{ message: 'split 2' }]);
	});

	test('$("Input").item fails for items that are not paired', async () => {
		const parameters = { ...split, pair: false };
		const run = await runNode({ classes, credential, parameters, items, after });

		expect(run.raw?.[0].map(({ pairedItem }) => pairedItem)).toEqual(Array(4).fill(undefined));
		expect(run.after).toEqual(Array(4).fill(expect.any(Error)));
	});

	test('raw shows a missing pairedItem where the engine fills it in', async () => {
		const run = await runNode({ classes, credential, parameters: get, items, after });

		expect(run.after).toEqual(['a', 'b']);
		expect(run.raw?.[0].map(({ pairedItem }) => pairedItem)).toEqual([undefined, undefined]);
	});

	test('errors go to the error output with "Continue (using error output)"', async () => {
		server.answer = ({ url }, response) => {
			response.statusCode = url === '/things/a' ? 404 : 200;
			response.end('{}');
		};
		const node = { onError: 'continueErrorOutput' as const };
		const run = await runNode({ classes, credential, parameters: get, items, node });

		expect(run.items).toHaveLength(1);
		expect(run.errorItems).toHaveLength(1);
		expect(run.error).toBeUndefined();
	});
});

describe('tries', () => {
	test('"Retry On Fail" runs the node again with the same getExecuteData()', async () => {
		server.answer = always(500, '{"message":"no"}');
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const run = await runNode({ classes, credential, parameters: get, node });

		expect(run.error?.constructor.name).toBe('NodeApiError');
		expect(server.received).toHaveLength(3);
		expect(new Set(run.tries.map(({ executeData }) => executeData)).size).toBe(1);
	});

	test('a request that is answered with 401 is sent a second time', async () => {
		server.answer = always(401, '{"message":"no"}');
		const run = await runNode({ classes, credential, parameters: get });

		expect(run.error).toMatchObject({ httpCode: '401' });
		expect(server.received).toHaveLength(2);
	});
});

test('declarative leaves out the operations that replace the engine', async () => {
	const run = await runNode({ classes, credential, parameters: split, items, declarative: true });

	expect(run.items.map(({ json }) => json)).toEqual([{ url: '/split' }, { url: '/split' }]);
});

test('an execution that is cancelled drops its request', async () => {
	const stop = new AbortController();
	server.answer = () => stop.abort();
	const run = await runNode({ classes, credential, parameters: get, signal: stop.signal });

	expect(run.result.status).toBe('canceled');
	expect(run.tries[0].error?.message).toMatch(/aborted|canceled/);
});

test('savedText finds a key that an item or an error carries', async () => {
	server.answer = ({ headers }, response) => response.end(JSON.stringify(headers));
	const leaking = await runNode({ classes, credential, parameters: get });
	server.reset();
	const tight = await runNode({ classes, credential, parameters: get });

	expect(savedText(leaking.result)).toContain('Bearer secret');
	expect(savedText(tight.result)).not.toContain('secret');
});
