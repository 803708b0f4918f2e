import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallToolResult as Result } from '@modelcontextprotocol/sdk/types.js';
import { repositoryFolder } from '../../tools/folders';
import { startSandbox } from '../../sandbox';
import { connectMcp } from './connectMcp';
import { fromModel } from './fromModel';
import { mailroomTool } from './mailroomTool';
import { mcpTools } from './mcpTools';
import { publishMcpTools } from './publishMcpTools';
import { ada, addPeople, grace } from '../support/operations';
import { useDemo } from '../support/useDemo';
import type { Sandbox } from '../../sandbox/startSandbox';

const ARTIFACTS = join(repositoryFolder, 'artifacts');
const WRONG_KEY = 'a-key-that-the-service-does-not-know';
/** The node gives up on a busy service after a minute, in which most clients stop to wait. */
const PATIENCE_MS = 120_000;

const sendOne = {
	resource: 'email',
	operation: 'sendTransactional',
	to: fromModel('email'),
	subject: 'Hello',
	body: 'How are you?',
};

jest.setTimeout(60_000);

const demo = useDemo();
let mcp: Awaited<ReturnType<typeof connectMcp>>;
/** Answers every request with 429. */
let busy: Sandbox;
/** A call to it, which runs for as long as the other tests. */
let patientCall: Promise<Result>;

beforeAll(async () => {
	busy = await startSandbox();
	busy.faults.add({ endpoint: '*', status: 429, times: Infinity });
	mcp = await connectMcp(await publishMcpTools(demo.get(), await tools()));
	patientCall = call('Send_to_a_busy_service', { email: ada.email });
}, 60_000);

afterAll(async () => {
	await busy?.close();
	if (!mcp) return;
	await mcp.client.close();
	await mkdir(ARTIFACTS, { recursive: true });
	await writeFile(join(ARTIFACTS, 'mcp-transcript.txt'), transcript());
});

/** The tools of the table, and two whose calls cannot succeed. */
async function tools() {
	const { client, credential, sandbox } = demo.get();
	const otherCredential = async (name: string, baseUrl: string, apiKey: string) => {
		const data = { baseUrl, apiKey, allowHttp: false };
		return await client.createCredential({ name, type: 'mailroomApi', data });
	};
	return [
		...mcpTools.map(({ name, parameters }) => mailroomTool({ name, parameters, credential })),
		mailroomTool({
			name: 'Send with a wrong key',
			parameters: sendOne,
			credential: await otherCredential('Wrong key', sandbox.url, WRONG_KEY),
		}),
		mailroomTool({
			name: 'Send to a busy service',
			parameters: {
				...sendOne,
				descriptionType: 'manual',
				toolDescription: 'Sends a greeting. Takes a minute.',
			},
			credential: await otherCredential('Busy service', busy.url, busy.apiKey),
		}),
	];
}

async function call(name: string, args: Record<string, unknown>) {
	const result = await mcp.client.callTool({ name, arguments: args }, undefined, {
		timeout: PATIENCE_MS,
	});
	return result as Result;
}

function textOf({ content: [first] }: Result) {
	if (first?.type !== 'text') throw new Error('The answer is a text');
	return first.text;
}

/** What was said, for people to read. */
function transcript() {
	return mcp.transcript
		.map(({ from, message }) => `${from}: ${JSON.stringify(message)}\n`)
		.join('\n');
}

/** @param name of a node */
const toolName = (name: string) => name.replaceAll(' ', '_');

const received = () =>
	demo
		.get()
		.sandbox.journal.map(({ method, path, query, body }) => ({ method, path, query, body }));

beforeEach(() => {
	addPeople(demo.get().sandbox.store);
});

test('an AI application is told what each tool does and takes', async () => {
	const { tools } = await mcp.client.listTools();
	const told = tools.map(({ name, description, inputSchema }) => ({
		name,
		description,
		inputs: inputSchema.properties,
		required: inputSchema.required ?? [],
	}));
	const automatic = mcpTools.map(({ name, description, inputs }) => ({
		name: toolName(name),
		description,
		inputs,
		required: expect.arrayContaining(Object.keys(inputs)),
	}));
	expect(told).toHaveLength(automatic.length + 2);
	expect(told).toEqual(expect.arrayContaining(automatic));
	expect(told).toContainEqual({
		name: 'Send_to_a_busy_service',
		description: 'Sends a greeting. Takes a minute.',
		inputs: { email: { type: 'string' } },
		required: ['email'],
	});
});

test.each(mcpTools)(
	'$name sends what the model decides, and the model reads what came out',
	async ({ name, args, request, answer }) => {
		const result = await call(toolName(name), args);

		expect(result.isError).toBeUndefined();
		expect(received()).toEqual([request]);
		expect(JSON.parse(textOf(result))).toMatchObject(answer);
	},
);

describe('a model reads what to do when', () => {
	const toGrace = { list: grace.list, text: 'Hello' };
	const sendToList = 'Send_email_to_list_in_Mailroom';

	test('the service may have sent the email', async () => {
		const { faults } = demo.get().sandbox;
		faults.add({ endpoint: '*', status: 503, body: { reason: 'Overloaded' }, afterActing: true });
		const result = await call(sendToList, toGrace);

		expect(textOf(result)).toBe(
			'NodeOperationError: The email may or may not have been sent; check before you send it again. The service failed with status 503: Overloaded',
		);
		expect(result.isError).toBe(true);
		expect(received()).toHaveLength(1);
	});

	test('the key is wrong', async () => {
		const result = await call('Send_with_a_wrong_key', { email: ada.email });

		expect(textOf(result)).toBe(
			'NodeOperationError: The service refused the API key (status 401): The API key is not known. Check the API key of the credential.',
		);
		expect(result.isError).toBe(true);
		expect(demo.get().sandbox.store.mails).toEqual([]);
	});
});

test(
	'a model is told to try later when the service stays busy for a minute',
	async () => {
		const result = await patientCall;

		expect(textOf(result)).toMatch(
			/^NodeOperationError: The service has answered "too many requests" \(status 429\) for a minute.* Try again later\.$/,
		);
		expect(result.isError).toBe(true);
		expect(busy.store.mails).toEqual([]);
	},
	PATIENCE_MS,
);

test('no key is ever told to a model', () => {
	expect(mcp.transcript.length).toBeGreaterThan(2 * mcpTools.length);
	for (const key of [demo.get().sandbox.apiKey, busy.apiKey, WRONG_KEY]) {
		expect(transcript()).not.toContain(key);
	}
});
