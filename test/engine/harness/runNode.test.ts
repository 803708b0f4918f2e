import { runNode } from '../../support/engine/runNode';
import { savedText } from '../savedText';
import { testCredential } from '../testCredential';
import { answerWith, type AnsweringServer } from '../../support/answerWith';
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

describe('items', () => {
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
});

test('declarative leaves out the operations that replace the engine', async () => {
	const run = await runNode({ classes, credential, parameters: split, items, declarative: true });

	expect(run.items.map(({ json }) => json)).toEqual([{ url: '/split' }, { url: '/split' }]);
});

test('savedText finds a key that an item or an error carries', async () => {
	server.answer = ({ headers }, response) => response.end(JSON.stringify(headers));
	const leaking = await runNode({ classes, credential, parameters: get });
	server.reset();
	const tight = await runNode({ classes, credential, parameters: get });

	expect(savedText(leaking.result)).toContain('Bearer secret');
	expect(savedText(tight.result)).not.toContain('secret');
});

test('nothing but this machine can be reached', async () => {
	const at = async (baseUrl: string) => (await testCredential({ baseUrl }, { classes })).message;

	expect(await at('http://mail.example.com')).toBe('ENOTFOUND');
	expect(await at('http://192.0.2.1')).toBe('ENETUNREACH');
});
