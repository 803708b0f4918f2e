import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { repositoryFolder } from '../../tools/folders';
import { fromModel } from './fromModel';
import { mailroomTool } from './mailroomTool';
import { useDemo } from '../support/useDemo';

const ARTIFACTS = join(repositoryFolder, 'artifacts');
const WRONG_KEY = 'a-key-that-the-service-does-not-know';

/** Every kind of value that a model can be asked for. n8n tells it nothing of the form of JSON but the description. */
const saveCustomer = {
	resource: 'contact',
	operation: 'upsert',
	email: fromModel('email'),
	customProperties: fromModel('properties', {
		type: 'json',
		description: 'An object with company (text) and seats (number)',
	}),
	additionalFields: {
		ignoreListSubscriptionsWhenUpdating: fromModel('ignore_lists', { type: 'boolean' }),
		name: fromModel('name'),
		subscribedToLists: fromModel('lists', { type: 'json', description: 'Names of lists' }),
		userId: fromModel('user_id', { type: 'number' }),
	},
};
const sendOne = {
	...{ resource: 'email', operation: 'sendTransactional', to: fromModel('email') },
	...{ subject: 'Hello', body: 'How are you?' },
};

jest.setTimeout(60_000);

const demo = useDemo();
let client: Client;
/** All that client and server say. */
const transcript: string[] = [];

beforeAll(async () => {
	const { credential, sandbox, client: n8nClient } = demo.get();
	const data = { baseUrl: sandbox.url, apiKey: WRONG_KEY, allowHttp: false };
	const wrong = { name: 'Wrong key', type: 'mailroomApi', data };
	const withWrongKey = await n8nClient.createCredential(wrong);
	const url = await publishTools([
		mailroomTool({ name: 'Save a customer', parameters: saveCustomer, credential }),
		mailroomTool({ name: 'Send email', parameters: sendOne, credential }),
		mailroomTool({ name: 'Send email wrongly', parameters: sendOne, credential: withWrongKey }),
	]);
	client = await connect(url);
}, 60_000);

afterAll(async () => {
	await client?.close();
	await mkdir(ARTIFACTS, { recursive: true });
	await writeFile(join(ARTIFACTS, 'mcp-transcript.txt'), transcript.join('\n'));
});

/** Publishes a workflow in which n8n's MCP Server Trigger offers tools. */
async function publishTools(tools: Array<ReturnType<typeof mailroomTool>>): Promise<string> {
	const path = randomUUID();
	const trigger = {
		...{ id: randomUUID(), name: 'MCP Server Trigger', typeVersion: 2, position: [0, 0] },
		...{ type: '@n8n/n8n-nodes-langchain.mcpTrigger', webhookId: path, parameters: { path } },
	};
	const connection = { node: trigger.name, type: 'ai_tool', index: 0 };
	const { client: n8nClient, n8n } = demo.get();
	const workflow = await n8nClient.createWorkflow({
		name: 'Tools',
		nodes: [trigger, ...tools.map((tool) => ({ ...tool, id: randomUUID(), position: [0, 200] }))],
		connections: Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: [[connection]] }])),
		settings: { executionOrder: 'v1' },
	});
	await n8nClient.activate(workflow);
	return `${n8n.url}/mcp/${path}`;
}

/** The official client of the Model Context Protocol. */
async function connect(url: string) {
	const transport = new StreamableHTTPClientTransport(new URL(url));
	const note = (from: string, said: unknown) =>
		transcript.push(`${from}: ${JSON.stringify(said)}\n`);
	const send = transport.send.bind(transport);
	transport.send = async (message, options) => {
		note('client', message);
		await send(message, options);
	};
	transport.onmessage = (message) => note('server', message);
	const connected = new Client({ name: 'mailroom-tests', version: '1.0.0' });
	await connected.connect(transport);
	return connected;
}

async function call(name: string, args: Record<string, unknown>) {
	const { content, isError } = await client.callTool({ name, arguments: args });
	return { text: (content as Array<{ text: string }>)[0].text, isError };
}

test('an AI application is told what each tool takes, sends it, and reads what came out', async () => {
	const { tools } = await client.listTools();
	expect(tools.find(({ name }) => name === 'Save_a_customer')).toMatchObject({
		description: 'Create or update contact in Mailroom',
		inputSchema: {
			properties: {
				email: { type: 'string' },
				properties: { description: 'An object with company (text) and seats (number)' },
				ignore_lists: { type: 'boolean' },
				user_id: { type: 'number' },
			},
		},
	});
	const { text } = await call('Save_a_customer', {
		...{ email: 'new@example.com', properties: { company: 'Compilers', seats: 42 } },
		// A model has to give something for each input: an empty text is nothing.
		...{ ignore_lists: true, name: '', lists: ['newsletter'], user_id: 12 },
	});
	expect(JSON.parse(text)).toEqual([{ success: true, email: 'new@example.com' }]);
	expect(demo.get().sandbox.journal.map(({ body }) => body)).toEqual([
		{
			contacts: [
				{
					...{ email: 'new@example.com', userId: '12', subscribedToLists: ['newsletter'] },
					...{ updateIfExists: true, ignoreListSubscriptionsWhenUpdating: true },
					customProperties: { company: 'Compilers', seats: 42 },
				},
			],
		},
	]);
});

test('a model reads what to do when the email may have been sent, or the key is wrong', async () => {
	const { faults, journal } = demo.get().sandbox;
	faults.add({ endpoint: '*', status: 503, body: { reason: 'Overloaded' }, afterActing: true });
	expect(await call('Send_email', { email: 'ada@example.com' })).toEqual({
		text: 'NodeOperationError: The email may or may not have been sent; check before you send it again. The service failed with status 503: Overloaded',
		isError: true,
	});
	expect(journal).toHaveLength(1);
	expect(await call('Send_email_wrongly', { email: 'ada@example.com' })).toEqual({
		text: 'NodeOperationError: The service refused the API key (status 401): The API key is not known. Check the API key of the credential.',
		isError: true,
	});
});

test('no key is ever told to a model', () => {
	expect(transcript.length).toBeGreaterThan(8);
	for (const key of [demo.get().sandbox.apiKey, WRONG_KEY]) {
		expect(transcript.join()).not.toContain(key);
	}
});
