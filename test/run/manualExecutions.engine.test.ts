import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';
import { continued, list, type NodeRun, type runNode, runOn } from '../support/engine/runNode';
import { runTool } from '../support/engine/runTool';
import { useSandbox } from '../support/useSandbox';

/** Send to List in executions that somebody starts in n8n's editor. */

const service = useSandbox();

const ada = 'ada@example.com';

const parameters: INodeParameters = {
	resource: 'email',
	operation: 'sendToList',
	list: list('newsletter'),
	subject: 'News',
	body: 'Hello',
};

beforeEach(() => service.subscribe(ada));

interface Settings {
	mode?: WorkflowExecuteMode;
	node?: Partial<INode>;
	retryOf?: NodeRun['result'];
	parent?: Parameters<typeof runNode>[0]['parent'];
	assistant?: boolean;
	declarative?: boolean;
}

const run = async (fields: INodeParameters = {}, settings: Settings = {}) =>
	await runOn(service)({ ...parameters, ...fields }, [{ tester: ada }, { tester: '' }], {
		mode: 'manual',
		...settings,
	});

const sends = () => service.received.filter(({ method }) => method !== 'GET');
const sentTo = () => sends().map(({ path }) => path);

const refused =
	'"Test Recipient" is empty, and "Send in Manual Executions" doesn\'t name the list "newsletter"';

test.each(['manual', 'evaluation'] as const)(
	'in the mode "%s" a list gets nothing, and the error says how to test and how to send',
	async (mode) => {
		const { error } = await run({}, { mode });

		expect(sends()).toEqual([]);
		expect(error?.message).toContain(`2 items are invalid (1, 2). Item 1: ${refused}`);
		expect(error?.description).toBe(
			'Nothing was sent to the list. To see the email first, enter your own address in "Test Recipient". To send it to the whole list, add the option "Send in Manual Executions" and type newsletter',
		);
	},
);

describe('the error says how many subscribers the list has now', () => {
	const lists = () => service.received.map(({ method, path }) => [method, path]);

	test('in one read for all items, as the drop-down may show an old number', async () => {
		service.subscribe('grace@example.com');
		const cachedResultName = 'Newsletter, newsletter (1,204 subscribers on 1 Dec)';
		const chosen = { __rl: true, mode: 'list', value: 'newsletter', cachedResultName };
		const { error } = await run({ list: chosen });

		expect(error?.message).toContain(`Item 1: ${refused}, which has 2 subscribers`);
		expect(error?.description).toMatch(/^Nothing was sent to the list\. To see/);
		expect(lists()).toEqual([['GET', '/lists']]);
	});

	test('with "Continue" each item tells of its own list', async () => {
		const named = '={{ $json.tester ? "newsletter" : "important" }}';
		const { errors } = await run({ list: list(named) }, { node: continued });

		expect(errors).toEqual([
			expect.stringContaining('the list "newsletter", which has 1 subscriber. Nothing was sent'),
			expect.stringContaining('the list "important", which has 1 subscriber. Nothing was sent'),
		]);
		expect(lists()).toEqual([['GET', '/lists']]);
	});

	test.each([
		['fails', { status: 503 }],
		['refuses the API key', { status: 401 }],
		['tells no number', { status: 200, body: { success: true, data: [{ name: 'newsletter' }] } }],
		['never answers', { silent: true }],
	])('or is the same without it, if the service %s', async (_, fault) => {
		service.sandbox.faults.add({ endpoint: '*', times: 100, ...fault });
		const { error } = await run();

		expect(error?.message).toContain(`Item 1: ${refused} (items 1-2 not sent)`);
		expect(sends()).toEqual([]);
	});
});

test('with "Continue" each item fails', async () => {
	const { json } = await run({}, { node: continued });

	expect(sends()).toEqual([]);
	const failed = { error: expect.stringContaining(refused) };
	expect(json).toEqual([failed, failed]);
});

test('an item with a test recipient is sent, and one without fails', async () => {
	const testRecipient = '={{ $json.tester }}';
	const { items } = await run({ testRecipient }, { node: continued });

	expect(sentTo()).toEqual(['/email/contact']);
	expect(items.map(({ json }) => json)).toEqual([
		{ success: true, list: 'newsletter', testRecipient: ada },
		{ error: expect.stringContaining('"Test Recipient" has no value for this item') },
	]);
});

const allowed = (sendInManualExecutions: INodeParameters[string]) => ({
	options: { sendInManualExecutions },
});

test.each<[INodeParameters, Settings]>([
	[allowed('newsletter'), {}],
	[allowed(' newsletter\n'), {}],
	// n8n takes what can't be an expression for the text after the equals sign.
	[allowed('=newsletter'), {}],
	[{ ...allowed('newsletter'), list: { __rl: true, mode: 'list', value: 'newsletter' } }, {}],
	[{ ...allowed('newsletter'), list: 'newsletter' }, {}],
	...(['webhook', 'trigger', 'integrated', 'chat'] as const).map(
		(mode): [INodeParameters, Settings] => [{}, { mode }],
	),
	// A workflow that somebody saved before the option was a name.
	[allowed(true), { mode: 'trigger' }],
])('with %j and %j it is sent to the list', async (fields, settings) => {
	const { error } = await run(fields, settings);

	expect(error).toBeUndefined();
	expect(sentTo()).toEqual(['/email/list']);
});

test.each([
	...[false, true, 'true', '', ' ', 'product-updates', 'Newsletter', 'newsletter, product-updates'],
	// It would name any list.
	...['={{ $json.missing }}', '={{ $parameter.list.value }}'],
])('with "Send in Manual Executions" at %j the list gets nothing', async (value) => {
	const { error } = await run(allowed(value));

	expect(error?.message).toContain(refused);
	expect(sends()).toEqual([]);
});

test.each(['Newsletter', 'NEWSLETTER', 'The News'])(
	'the title of the list, or its name in another spelling, is told from its name: %s',
	async (typed) => {
		const cachedResultName = 'The News, newsletter (12 subscribers on 1 Dec)';
		const chosen = { __rl: true, mode: 'list', value: 'newsletter', cachedResultName };
		const { error } = await run({ ...allowed(typed), list: chosen });

		expect(error?.message).toContain(refused);
		expect(error?.description).toBe(
			`Nothing was sent to the list. You typed ${typed}. Type newsletter`,
		);
		expect(sends()).toEqual([]);
	},
);

// The assistant runs a draft in the mode of its trigger.
test.each(['webhook', 'trigger', 'chat'] as const)(
	"in a draft that n8n's assistant runs in the mode %s, the list gets nothing, also with Retry",
	async (mode) => {
		const { error, result } = await run({}, { mode, assistant: true });
		expect(error?.message).toContain(refused);

		const retried = await run({}, { retryOf: result });
		expect(retried.error?.message).toContain(refused);
		expect(sends()).toEqual([]);

		await run(allowed('newsletter'), { mode, assistant: true });
		expect(sentTo()).toEqual(['/email/list']);
	},
);

test('n8n Agents, which run the node outside of a workflow, send to a list whose name is typed only', async () => {
	const tool = async (fields: INodeParameters) =>
		await runTool({
			...{ credential: service.credential, mode: 'internal' as const },
			parameters: { ...parameters, ...fields },
		});
	expect((await tool({})).error?.message).toContain(refused);
	expect(sends()).toEqual([]);

	expect((await tool(allowed('newsletter'))).error).toBeUndefined();
	expect(sentTo()).toEqual(['/email/list']);
});

test('an engine that runs the node without its memory sends to no list, but to a test recipient', async () => {
	const { error } = await run(allowed('newsletter'), { mode: 'trigger', declarative: true });
	expect(error?.message).toMatch(/^"Send to List" can't be used here: /);
	expect(sends()).toEqual([]);

	await run({ testRecipient: ada }, { mode: 'trigger', declarative: true });
	expect(new Set(sentTo())).toEqual(new Set(['/email/contact']));
});

describe('in a sub-workflow', () => {
	const from = (startedBy?: string) => ({
		mode: 'integrated' as const,
		parent: { executionId: randomUUID(), startedBy },
	});

	test.each([
		'n8n-nodes-base.manualTrigger',
		'n8n-nodes-base.evaluationTrigger',
		'@n8n/n8n-nodes-langchain.manualChatTrigger',
		// "Execute step" began in the middle of the parent.
		'n8n-nodes-base.executeWorkflow',
		'n8n-nodes-base.set',
	])('of an execution that began at %s, the list gets nothing, also with Retry', async (type) => {
		const { error, result } = await run({}, from(type));
		expect(error?.message).toContain(refused);

		const retried = await run({}, { retryOf: result });
		expect(retried.error?.message).toContain(refused);
		expect(sends()).toEqual([]);

		await run(allowed('newsletter'), from(type));
		expect(sentTo()).toEqual(['/email/list']);
	});

	test.each([
		// A test webhook, a test form, the editor's chat.
		{ startedBy: 'n8n-nodes-base.webhook', mode: 'manual' as const },
		{ startedBy: 'n8n-nodes-base.formTrigger', mode: 'manual' as const },
		{ startedBy: '@n8n/n8n-nodes-langchain.chatTrigger', mode: 'manual' as const },
		// Its parent is a sub-workflow, too.
		{
			...{ startedBy: 'n8n-nodes-base.webhook', mode: 'integrated' as const },
			rootMode: 'manual' as const,
		},
		// After a wait, n8n only tells the mode of the parent.
		{
			...{ startedBy: 'n8n-nodes-base.webhook', mode: 'manual' as const },
			rootMode: 'trigger' as const,
		},
	])('of an execution that was started by hand the list gets nothing: %j', async (above) => {
		const parent = () => ({ executionId: randomUUID(), ...above });
		const from = () => ({ mode: 'integrated' as const, parent: parent() });
		const { error, result } = await run({}, from());
		expect(error?.message).toContain(refused);

		const retried = await run({}, { retryOf: result });
		expect(retried.error?.message).toContain(refused);
		expect(sends()).toEqual([]);

		await run(allowed('newsletter'), from());
		expect(sentTo()).toEqual(['/email/list']);
	});

	test.each([
		'n8n-nodes-base.scheduleTrigger',
		'n8n-nodes-base.webhook',
		'n8n-nodes-base.cron',
		'n8n-nodes-base.emailReadImap',
		'CUSTOM.mailroomTrigger',
		undefined,
	])('of an execution that %s started, the list gets the email', async (type) => {
		const { error } = await run({}, from(type));

		expect(error).toBeUndefined();
		expect(sentTo()).toEqual(['/email/list']);
	});
});

test("n8n's Retry of a manual execution sends nothing to the list, and of another one it does", async () => {
	const manual = await run();
	const retried = await run({}, { retryOf: manual.result });

	expect(retried.error?.message).toContain(refused);
	expect(sends()).toEqual([]);

	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	const failed = await run({}, { mode: 'trigger' });
	await run({}, { retryOf: failed.result });
	expect(sentTo()).toEqual(['/email/list', '/email/list']);
});

test('nor does it where n8n keeps no source of the execution, as older versions do', async () => {
	const manual = await run();
	expect(manual.result.data.executionData?.runtimeData?.source).toBe('manual');
	delete manual.result.data.executionData?.runtimeData;
	const retried = await run({}, { retryOf: manual.result });

	expect(retried.error?.message).toContain(refused);
	expect(sends()).toEqual([]);
});

test.each(['invoke', 'engine'] as const)(
	'an agent that the editor runs sends nothing to a list (%s)',
	async (via) => {
		const { credential } = service;
		const { error } = await runTool({ credential, parameters, via, mode: 'manual' });

		expect(error?.message).toContain(refused);
		expect(sends()).toEqual([]);
	},
);

test.each(['sendToContacts', 'sendTransactional'])('%s is not asked about', async (operation) => {
	const { error } = await run({ operation, contactEmails: ada, to: ada });

	expect(error).toBeUndefined();
	expect(sends()).not.toEqual([]);
});
