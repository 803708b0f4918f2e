import { runTool } from '../runTool';
import { answerWith, type AnsweringServer } from '../../support/answerWith';
import { Toy } from './toy/Toy';
import { ToyApi } from './toy/ToyApi';

const classes = { node: Toy, credential: ToyApi };
const split = {
	resource: 'thing',
	operation: 'split',
	id: "={{ $fromAI('id', 'ID', 'string') }}",
};

let server: AnsweringServer;
let credential: { baseUrl: string };

beforeAll(async () => {
	server = await answerWith();
	credential = { baseUrl: server.url };
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());

test('inside of the agent a tool goes through the routing engine', async () => {
	const run = await runTool({ classes, credential, parameters: split, args: { id: 'a' } });

	expect(run.tool).toMatchObject({ name: 'Mailroom_Tool', description: 'split thing in toy' });
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
