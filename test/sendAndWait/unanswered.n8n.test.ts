import { lastRun, nodeOutput } from '../../tools/n8n/nodeOutput';
import { chain, publishWebhook } from '../../tools/n8n/publishWebhook';
import { INPUT, MAILROOM } from '../../tools/n8n/runInN8n';
import { useDemo } from '../support/useDemo';

jest.setTimeout(240_000);

const demo = useDemo();

const question = {
	...{ resource: 'email', operation: 'sendAndWait', to: 'ada@example.com' },
	...{ subject: 'Refund?', message: '={{ $json.amount }}?' },
};

const noOp = (name: string) => ({
	...{ name, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
});

interface Settings {
	parameters?: object;
	node?: object;
	settings?: object;
}

/** Runs "ask, then refund", and returns the execution once it has ended or waits. */
const askThenRefund = async ({ parameters = {}, node = {}, settings }: Settings) => {
	const { credential, ...access } = demo.get();
	const mailroom = { ...MAILROOM, name: 'Mailroom', credentials: { mailroomApi: credential } };
	const asks = { ...mailroom, ...node, parameters: { ...question, ...parameters } };
	const { workflow, call } = await publishWebhook(access, {
		nodes: [INPUT, asks, noOp('Refund'), noOp('Report')],
		connections: {
			...chain('Webhook', INPUT.name, 'Mailroom'),
			Mailroom: {
				main: [['Refund'], ['Report']].map(([to]) => [{ node: to, type: 'main', index: 0 }]),
			},
		},
		settings,
	});
	await call({ items: [{ amount: 42 }] }).catch(() => {});
	const [{ id }] = await access.client.executions(workflow.id);
	return await access.client.finished(id);
};

describe('a question that could not be asked is no answer', () => {
	const invalid = { parameters: { to: 'nobody' }, error: "isn't an email address", mails: 0 };
	const rejected = { fault: 400, error: 'status 400', mails: 0 };
	const thrown = {
		parameters: { requestOptions: { proxy: "={{ $('Nowhere').item.json.proxy }}" } },
		error: 'Nowhere',
	};
	const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const goesOn = { onError: 'continueRegularOutput' };

	test.each([
		['an invalid address', invalid, goesOn],
		['an invalid address, in the last of several tries', invalid, { ...goesOn, ...retry }],
		['an invalid address, with Always Output Data', invalid, { ...goesOn, alwaysOutputData: true }],
		['a rejection', rejected, goesOn],
		['a rejection, in the last of several tries', rejected, { ...goesOn, ...retry }],
		['a throw outside of a request', thrown, goesOn],
	])('%s', async (_, failure: { parameters?: object; fault?: number }, node) => {
		const { sandbox } = demo.get();
		const { parameters, fault } = failure;
		if (fault) {
			sandbox.faults.add({ endpoint: 'POST /email/transactional', times: 9, status: fault });
		}
		const execution = await askThenRefund({ parameters, node });
		expect(lastRun(execution, 'Mailroom')).toMatchObject({ executionStatus: 'error' });
		expect(nodeOutput(execution, 'Mailroom')).toEqual([]);
		expect(lastRun(execution, 'Refund')).toBeUndefined();
		expect(sandbox.store.mails).toEqual([]);
	});

	test('the error output gets it', async () => {
		const execution = await askThenRefund({ ...invalid, node: { onError: 'continueErrorOutput' } });
		expect(lastRun(execution, 'Refund')).toBeUndefined();
		expect(nodeOutput(execution, 'Report')).toEqual([
			{ amount: 42, error: expect.stringContaining(invalid.error) },
		]);
	});
});

test("a time limit later than the workflow's timeout is refused before asking", async () => {
	const values = { resumeAmount: 2, resumeUnit: 'minutes' };
	const options = { limitWaitTime: { values } };
	const execution = await askThenRefund({
		...{ parameters: { options }, settings: { executionTimeout: 60 } },
	});
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution.data)).toContain("ends after the workflow's timeout");
	expect(demo.get().sandbox.store.mails).toEqual([]);
});

test('a node without an ID, in a sub-workflow given as JSON, asks nobody', async () => {
	const { credential, ...access } = demo.get();
	const start = { name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 };
	const credentials = { mailroomApi: credential };
	const sub = {
		nodes: [
			{ ...start, position: [0, 0], parameters: { inputSource: 'passthrough' } },
			{ ...MAILROOM, name: 'Mailroom', position: [200, 0], parameters: question, credentials },
		],
		connections: chain('Start', 'Mailroom'),
		settings: { executionOrder: 'v1' },
	};
	const { workflow, call } = await publishWebhook(access, {
		nodes: [
			INPUT,
			{
				...{ name: 'Sub', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2 },
				parameters: { source: 'parameter', workflowJson: JSON.stringify(sub), options: {} },
			},
		],
		connections: chain('Webhook', INPUT.name, 'Sub'),
	});
	await call({ items: [{ amount: 42 }] });
	const [{ id }] = await access.client.executions(workflow.id);
	const execution = await access.client.finished(id);
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution.data)).toContain('this node has no ID');
	expect(access.sandbox.store.mails).toEqual([]);
});
