const { randomUUID } = require('node:crypto');
const { McpClient } = require('./McpClient');
const { useDemo } = require('./useDemo');

jest.setTimeout(60_000);

const demo = useDemo();

const email = "={{ $fromAI('email') }}";
const ada = { email: 'ada@example.com', name: 'Ada Example' };
const content = { subject: 'Hello {{firstName}}', body: 'How are you?' };
const important = { __rl: true, mode: 'name', value: 'important' };

/**
 * What the model may call, each with a fixed operation as one sets it up in the editor.
 *
 * @type {Record<string, { parameters: object, request: string, answer: object }>}
 */
const TOOLS = {
	create_contact: {
		parameters: { resource: 'contact', operation: 'create', email },
		request: 'POST /contacts/create_many',
		answer: { success: true, email: ada.email },
	},
	create_or_update_contact: {
		parameters: { resource: 'contact', operation: 'upsert', email },
		request: 'POST /contacts/create_many',
		answer: { success: true, email: ada.email },
	},
	update_contact: {
		parameters: {
			resource: 'contact',
			operation: 'update',
			email,
			updateFields: { name: 'Ada Sample' },
		},
		request: 'PATCH /contacts/update',
		answer: { email: ada.email, name: 'Ada Sample' },
	},
	delete_contact: {
		parameters: { resource: 'contact', operation: 'delete', email },
		request: 'POST /contacts/delete',
		answer: { deleted: true, email: ada.email },
	},
	get_contact: {
		parameters: { resource: 'contact', operation: 'get', email },
		request: 'GET /contacts/find',
		answer: ada,
	},
	get_contacts: {
		parameters: { resource: 'contact', operation: 'getAll' },
		request: 'GET /contacts',
		answer: ada,
	},
	send_transactional_email: {
		parameters: {
			resource: 'email',
			operation: 'sendTransactional',
			to: email,
			subject: 'Hello',
			body: 'How are you?',
		},
		request: 'POST /email/transactional',
		answer: { success: true, to: ada.email },
	},
	send_to_contact: {
		parameters: {
			resource: 'email',
			operation: 'sendToContacts',
			list: important,
			contactEmails: email,
			...content,
		},
		request: 'POST /email/contact',
		answer: { success: true, list: 'important', contactEmails: [ada.email] },
	},
	send_to_list: {
		parameters: { resource: 'email', operation: 'sendToList', list: important, ...content },
		request: 'POST /email/list',
		answer: { success: true, list: 'important' },
	},
	get_lists: {
		parameters: { resource: 'mailingList', operation: 'getAll', limit: 1 },
		request: 'GET /lists',
		answer: { name: 'important' },
	},
	create_portal_session: {
		parameters: {
			resource: 'portalSession',
			operation: 'create',
			contactEmail: email,
			returnUrl: 'https://example.com/account',
		},
		request: 'POST /lists/portal_session',
		answer: { returnURL: 'https://example.com/account' },
	},
};

/** @type {McpClient} */
let mcp;

beforeAll(async () => {
	const { n8n, client, credential } = demo.get();
	const path = randomUUID();
	const tools = Object.entries(TOOLS).map(([name, { parameters }], index) => ({
		id: randomUUID(),
		name,
		type: 'n8n-nodes-mailroom.mailroomTool',
		typeVersion: 1,
		position: [150 * index, 200],
		parameters,
		credentials: { mailroomApi: credential },
	}));
	const trigger = {
		id: randomUUID(),
		name: 'MCP Server Trigger',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		position: [0, 0],
		webhookId: path,
		parameters: { path },
	};
	const connection = { node: trigger.name, type: 'ai_tool', index: 0 };
	const workflow = await client.createWorkflow({
		name: 'Tools',
		nodes: [trigger, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: [[connection]] }])),
	});
	await client.activate(workflow);
	mcp = new McpClient(`${n8n.url}/mcp/${path}`);
	await mcp.connect();
});

test('an AI application sees a tool for each operation', async () => {
	expect((await mcp.toolNames()).sort()).toEqual(Object.keys(TOOLS).sort());
});

test.each(Object.keys(TOOLS))('an AI application can call %s', async (name) => {
	const { sandbox } = demo.get();
	if (name !== 'create_contact') sandbox.store.addContact(ada);
	const { request, answer } = TOOLS[name];
	const takesEmail = JSON.stringify(TOOLS[name].parameters).includes('$fromAI');

	const result = await mcp.callTool(name, takesEmail ? { email: ada.email } : {});

	expect(sandbox.journal.map(({ method, path }) => `${method} ${path}`)).toEqual([request]);
	expect(JSON.parse(result.content[0].text)).toEqual([expect.objectContaining(answer)]);
});

test('an AI application is told what went wrong', async () => {
	const { content } = await mcp.callTool('get_contact', { email: 'nobody@example.com' });
	expect(content[0].text).toContain('(status 404)');
});
