import { errorOf, nodeOutput } from '../../tools/n8n/nodeOutput';
import { chain } from '../../tools/n8n/publishWebhook';
import { MAILROOM } from '../../tools/n8n/runInN8n';
import { useDemo } from '../support/useDemo';

const demo = useDemo();

const ada = 'ada@example.com';
const START = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
const NODE = 'Mailroom';

/** The two buttons of the editor. */
const buttons: Array<[button: string, step: string | undefined]> = [
	['Execute workflow', undefined],
	['Execute step', NODE],
];

beforeEach(() => {
	demo.get().sandbox.store.addContact({ email: ada, subscribedToLists: ['newsletter'] });
});

async function saveWorkflow(fields: object) {
	const { client, credential } = demo.get();
	const parameters = {
		...{ resource: 'email', operation: 'sendToList', subject: 'News', body: 'Hello' },
		list: { __rl: true, mode: 'name', value: 'newsletter' },
		...fields,
	};
	const credentials = { mailroomApi: credential };
	const nodes = [
		{ ...START, id: 'start', position: [0, 0], parameters: {} },
		{ ...MAILROOM, id: 'mailroom', name: NODE, position: [200, 0], parameters, credentials },
	];
	const connections = chain(START.name, NODE);
	return await client.createWorkflow({ name: 'Manual execution', nodes, connections });
}

const sentTo = () => demo.get().sandbox.journal.map(({ path }) => path);

describe.each(buttons)('%s', (_, step) => {
	const execute = async (fields: object) => {
		const { client } = demo.get();
		return await client.run(await saveWorkflow(fields), START.name, step);
	};

	test('sends nothing to a list, and the error names both ways, also after Retry', async () => {
		const { client } = demo.get();
		const execution = await execute({});

		expect(execution.status).toBe('error');
		const error = errorOf(execution);
		expect(error).toContain('"Test Recipient"');
		expect(error).toContain('"Send in Manual Executions"');
		expect(errorOf(await client.retry(execution.id))).toBe(error);
		expect(sentTo()).toEqual([]);
	});

	test('sends to a test recipient', async () => {
		const execution = await execute({ testRecipient: ada });

		const sent = { success: true, list: 'newsletter', testRecipient: ada };
		expect(nodeOutput(execution, NODE)).toEqual([sent]);
		expect(sentTo()).toEqual(['/email/contact']);
	});

	test('with "Send in Manual Executions" sends to the list, and says that it cannot be taken back', async () => {
		const execution = await execute({ options: { sendInManualExecutions: true } });

		expect(nodeOutput(execution, NODE)).toEqual([{ success: true, list: 'newsletter' }]);
		expect(execution.data).toContain("It can't be taken back");
		expect(sentTo()).toEqual(['/email/list']);
	});
});
