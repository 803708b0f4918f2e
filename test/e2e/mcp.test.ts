import { randomUUID } from 'node:crypto';
import { linkTo } from '../../tools/publishWebhook';
import { useDemo } from '../support/useDemo';
import { connectMcp } from './connectMcp';
import { fromModel } from './fromModel';
import { mailroomTool } from './mailroomTool';

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

jest.setTimeout(60_000);

const demo = useDemo();

/** Publishes a workflow in which n8n's MCP Server Trigger offers a tool. */
async function publishTool(tool: ReturnType<typeof mailroomTool>): Promise<string> {
	const path = randomUUID();
	const trigger = {
		...{ name: 'MCP Server Trigger', typeVersion: 2, webhookId: path, parameters: { path } },
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
	};
	const { client, n8n } = demo.get();
	const workflow = await client.createWorkflow({
		name: 'Tools',
		nodes: [trigger, tool].map((node) => ({ ...node, id: randomUUID(), position: [0, 0] })),
		connections: { [tool.name]: { ai_tool: [[linkTo(trigger.name, 'ai_tool')]] } },
		settings: { executionOrder: 'v1' },
	});
	await client.activate(workflow);
	return `${n8n.url}/mcp/${path}`;
}

// What a model reads of errors: tests of the tool on n8n's engine.
test('an AI application is told what a tool takes, sends it, and reads what came out, never the key', async () => {
	const { credential, sandbox } = demo.get();
	const tool = mailroomTool({ name: 'Save a customer', parameters: saveCustomer, credential });
	const { client, call, heard } = await connectMcp(await publishTool(tool));
	const { tools } = await client.listTools();
	expect(tools).toMatchObject([
		{
			name: 'Save_a_customer',
			description: 'Create or update contact in Mailroom',
			inputSchema: {
				properties: {
					email: { type: 'string' },
					properties: { description: 'An object with company (text) and seats (number)' },
					ignore_lists: { type: 'boolean' },
					user_id: { type: 'number' },
				},
			},
		},
	]);
	const args = {
		...{ email: 'new@example.com', properties: { company: 'Compilers', seats: 42 } },
		// A model has to give something for each input: an empty text is nothing.
		...{ ignore_lists: true, name: '', lists: ['newsletter'], user_id: 12 },
	};
	const text = await call('Save_a_customer', args);
	expect(JSON.parse(text)).toEqual([{ success: true, email: 'new@example.com' }]);
	expect(sandbox.journal.map(({ body }) => body)).toEqual([
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

	const { apiKey } = sandbox;
	sandbox.keys.splice(0);
	expect(await call('Save_a_customer', args)).toContain('(status 401)');
	await client.close();
	expect(heard.length).toBeGreaterThan(3);
	expect(heard.join()).not.toContain(apiKey);
});
