import { runTool } from '../runTool';
import { always, answerWith, type AnsweringServer } from '../../support/answerWith';
import { Toy } from './toy/Toy';
import { ToyApi } from './toy/ToyApi';

const classes = { node: Toy, credential: ToyApi };
const get = { resource: 'thing', operation: 'get', id: "={{ $fromAI('id', 'ID', 'string') }}" };
const split = { ...get, operation: 'split' };

let server: AnsweringServer;
let credential: { baseUrl: string };

beforeAll(async () => {
	server = await answerWith();
	credential = { baseUrl: server.url };
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());

describe.each(['invoke', 'engine'] as const)('a tool via %s', (via) => {
	test('gets the arguments of the model and answers with the json of its items', async () => {
		const run = await runTool({ classes, credential, parameters: get, args: { id: 'a' }, via });

		expect(run.error).toBeUndefined();
		expect(run.response).toEqual([{ url: '/things/a' }]);
	});

	test('makes the calls of one agent one by one', async () => {
		const calls = [{ id: 'a' }, { id: 'b' }];
		const run = await runTool({ classes, credential, parameters: get, calls, via });

		expect(run.answers.map(({ response }) => response)).toEqual([
			[{ url: '/things/a' }],
			[{ url: '/things/b' }],
		]);
	});

	test('is run again by "Retry On Fail" with the same arguments object', async () => {
		server.answer = always(500, '{"message":"no"}');
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await runTool({
			classes,
			credential,
			parameters: get,
			args: { id: 'a' },
			via,
			node,
		});

		expect(run.error?.message).toMatch(/^The service was not able to process your request/);
		expect(server.received).toHaveLength(2);
		expect(new Set(run.tries.map(({ input }) => input[0].json)).size).toBe(1);
	});
});

test('inside of the agent a tool goes through the routing engine', async () => {
	const run = await runTool({ classes, credential, parameters: split, args: { id: 'a' } });

	expect(run.tool).toMatchObject({ name: 'Mailroom_Tool', description: 'split thing in Toy' });
	expect(run.response).toEqual([{ url: '/split' }]);
});

test('run as a node a tool has the operations that replace the routing engine', async () => {
	const args = { id: 'a' };
	const run = await runTool({ classes, credential, parameters: split, args, via: 'engine' });

	expect(run.response).toEqual([
		{ id: 'a', part: 1 },
		{ id: 'a', part: 2 },
	]);
	expect(run.hints).toEqual([{ message: 'split 1' }]);
});
