import { errorOf } from '../../tools/n8n/nodeOutput';
import { chain } from '../../tools/n8n/publishWebhook';
import { MAILROOM } from '../../tools/n8n/runInN8n';
import { useDemo } from '../support/useDemo';

const demo = useDemo();

const START = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
const NODE = 'Mailroom';

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

// What a test recipient and "Send in Manual Executions" do: `manualExecutions.engine`, and `guides.browser` in the editor.
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
		expect(sandbox.journal).toEqual([]);
	},
);
