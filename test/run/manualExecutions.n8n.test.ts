import { randomUUID } from 'node:crypto';
import axios from 'axios';
import { errorOf, lastRun, nodeOutput } from '../../tools/n8n/nodeOutput';
import { chain } from '../../tools/n8n/publishWebhook';
import { MAILROOM } from '../../tools/n8n/runInN8n';
import {
	executeWorkflow,
	MAILROOM_NODE,
	publishSubWorkflow,
	publishSubWorkflowOf,
} from '../support/subWorkflow';
import { useDemo } from '../support/useDemo';

const demo = useDemo();

const START = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
const NODE = 'Mailroom';

const sendsIn = (journal: Array<{ method: string }>) =>
	journal.filter(({ method }) => method !== 'GET');

async function saveWorkflow() {
	const { client, credential } = demo.get();
	const parameters = {
		...{ resource: 'email', operation: 'sendToList', subject: 'News', body: 'Hello' },
		list: { __rl: true, mode: 'name', value: 'newsletter' },
	};
	const credentials = { mailroomApi: credential };
	const nodes = [
		{ ...START, id: 'start', position: [0, 0], parameters: {} },
		{ ...MAILROOM, id: 'mailroom', name: NODE, position: [200, 0], parameters, credentials },
	];
	const connections = chain(START.name, NODE);
	return await client.createWorkflow({ name: 'Manual execution', nodes, connections });
}

// `manualExecutions.engine` tests a test recipient and "Send in Manual Executions"; in the editor, `firstNewsletter.browser` does.
test.each([
	['Execute workflow', undefined],
	['Execute step', NODE],
])(
	'%s sends nothing to a list, and the error names both ways, also after Retry',
	async (_, step) => {
		const { client, sandbox } = demo.get();
		const execution = await client.run(await saveWorkflow(), START.name, step);

		expect(execution.status).toBe('error');
		const error = errorOf(execution);
		expect(error).toContain('"Test Recipient"');
		expect(error).toContain('"Send in Manual Executions"');
		expect(errorOf(await client.retry(execution.id))).toBe(error);
		expect(sendsIn(sandbox.journal)).toEqual([]);
	},
);

describe('Execute workflow of a parent', () => {
	const toList = (fields: object = {}) => ({
		...{ resource: 'email', operation: 'sendToList', subject: 'News', body: 'Hello', ...fields },
		list: { __rl: true, mode: 'name', value: 'newsletter' },
	});
	const allowed = toList({ options: { sendInManualExecutions: 'newsletter' } });

	const saveParent = async (sub: { id: string }) => {
		const nodes = [
			{ ...START, id: 'start', position: [0, 0], parameters: {} },
			{ ...executeWorkflow(sub), id: 'sub', position: [200, 0] },
		];
		const connections = chain(START.name, 'Sub');
		// As the editor saves it: n8n can't begin in the middle of a workflow without it.
		const workflow = { name: 'Parent', nodes, connections, pinData: {} };
		return await demo.get().client.createWorkflow(workflow);
	};

	const outputOf = async (sub: { id: string }) => {
		const { client } = demo.get();
		const [{ id }] = await client.executions(sub.id);
		return nodeOutput(await client.finished(id), MAILROOM_NODE);
	};

	const refused = [{ error: expect.stringContaining('"Send in Manual Executions"') }];

	test('sends nothing to a list from its sub-workflow, also after Retry', async () => {
		const { client, sandbox } = demo.get();
		const sub = await publishSubWorkflow(demo.get(), toList(), 'stopWorkflow');
		await client.run(await saveParent(sub), START.name);

		const [{ id }] = await client.executions(sub.id);
		const error = errorOf(await client.finished(id));
		expect(error).toContain('"Send in Manual Executions" doesn\'t name the list "newsletter"');
		expect(errorOf(await client.retry(id))).toBe(error);
		expect(sendsIn(sandbox.journal)).toEqual([]);
	});

	test('nor from a sub-workflow of its sub-workflow', async () => {
		const { client, sandbox } = demo.get();
		const inner = await publishSubWorkflow(demo.get(), toList());
		await client.run(await saveParent(await publishSubWorkflowOf(client, inner)), START.name);

		expect(await outputOf(inner)).toEqual(refused);
		expect(sendsIn(sandbox.journal)).toEqual([]);
	});

	test('nor if "Execute step" begins at the node that runs the sub-workflow', async () => {
		const { client, sandbox } = demo.get();
		const sub = await publishSubWorkflow(demo.get(), toList());
		const parent = await saveParent(sub);
		const execution = await client.run(parent, START.name);
		const { executionId }: { executionId: string } = await client.request(
			'POST',
			`/workflows/${parent.id}/run`,
			{
				runData: { [START.name]: [lastRun(execution, START.name)] },
				...{ dirtyNodeNames: [], destinationNode: { nodeName: 'Sub', mode: 'inclusive' } },
			},
		);
		await client.finished(executionId);

		expect(await client.executions(sub.id)).toHaveLength(2);
		expect(await outputOf(sub)).toEqual(refused);
		expect(sendsIn(sandbox.journal)).toEqual([]);
	});

	test('nor from a sub-workflow of a test webhook, also after Retry', async () => {
		const { n8n, client, sandbox } = demo.get();
		const sub = await publishSubWorkflow(demo.get(), toList(), 'stopWorkflow');
		const path = randomUUID();
		const webhook = {
			...{ name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path },
			parameters: { path, httpMethod: 'POST', responseMode: 'lastNode' },
		};
		const parent = await client.createWorkflow({
			name: 'Parent with a webhook',
			nodes: [
				{ ...webhook, id: 'webhook', position: [0, 0] },
				{ ...executeWorkflow(sub), id: 'sub', position: [200, 0] },
			],
			connections: chain('Webhook', 'Sub'),
		});
		const test = { triggerToStartFrom: { name: 'Webhook' } };
		await client.request('POST', `/workflows/${parent.id}/run`, test);
		const call = { validateStatus: () => true, proxy: false as const };
		await axios.post(`${n8n.url}/webhook-test/${path}`, {}, call);

		const [{ id }] = await client.executions(sub.id);
		const error = errorOf(await client.finished(id));
		expect(error).toContain('"Send in Manual Executions" doesn\'t name the list "newsletter"');
		expect(errorOf(await client.retry(id))).toBe(error);
		expect(sendsIn(sandbox.journal)).toEqual([]);
	});

	test('sends to the list whose name is typed there', async () => {
		const { client, sandbox } = demo.get();
		const sub = await publishSubWorkflow(demo.get(), allowed);
		await client.run(await saveParent(sub), START.name);

		expect(await outputOf(sub)).toEqual([{ success: true, list: 'newsletter' }]);
		expect(sendsIn(sandbox.journal)).toHaveLength(1);
	});
});
