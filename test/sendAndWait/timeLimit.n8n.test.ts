import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import { submitForm } from '../../demo/submitForm';
import { repositoryFolder } from '../../tools/folders';
import type { SavedExecution, WorkflowInput } from '../../tools/n8n/N8nClient';
import { lastRun, nodeOutput } from '../../tools/n8n/nodeOutput';
import { chain, linkTo, publishWebhook } from '../../tools/n8n/publishWebhook';
import { INPUT, MAILROOM } from '../../tools/n8n/runInN8n';
import { waitUntil } from '../../tools/process/waitUntil';
import { publishAgent } from '../support/agent/publishAgent';
import { reviewTool, SEND_FOR_MODEL, sendTool } from '../support/agent/mailroomTool';
import { useFakeModel } from '../support/agent/useFakeModel';
import { linksIn } from '../support/linksIn';
import { useDemo } from '../support/useDemo';

// n8n looks about once a minute for time limits that are over, so all workflows of this file wait at once.

jest.setTimeout(300_000);

const demo = useDemo();
const model = useFakeModel(demo);

const LIMIT_MS = 200_000;

const SOON = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
const soon = { limitWaitTime: { values: SOON } };

/** An earlier approval, which must not count. */
const EARLIER = { amount: 42, data: { approved: true, text: 'Yes' } };

const question = {
	...{ resource: 'email', operation: 'sendAndWait', to: 'ada@example.com' },
	...{ subject: 'Refund?', message: '={{ $json.amount }}?', options: soon },
};

const APPROVED = {
	...{ name: 'Approved?', type: 'n8n-nodes-base.if', typeVersion: 2.2 },
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			combinator: 'and',
			conditions: [
				{
					...{ id: '1', leftValue: '={{ $json.data.approved }}', rightValue: '' },
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
		},
	},
};

const noOp = (name: string) => ({
	name,
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
});

const isYes = ({ url }: { url: string }) => new URL(url).searchParams.get('approved') === 'true';

const anyStatus = { validateStatus: () => true };

/** Waits for the only execution of a workflow to be over. */
const overOf = async (workflowId: string) => {
	const { client } = demo.get();
	const newest = async () => (await client.executions(workflowId)).at(0);
	const isOver = async () => ['success', 'error'].includes(String((await newest())?.status));
	await waitUntil(isOver, { limitMs: LIMIT_MS, what: 'the time limit is over' });
	const execution = await client.execution(String((await newest())?.id));
	expect(execution.status).toBe('success');
	return execution;
};

/** Asks between an input and an "If" node, beside a "Merge" of the input with what comes out. */
const ask = async (parameters: object, node: object = {}) => {
	const { credential, ...access } = demo.get();
	const credentials = { mailroomApi: credential };
	const settings = { credentials, executeOnce: true, ...node };
	const mailroom = { ...MAILROOM, name: 'Mailroom', ...settings };
	const { workflow, call } = await publishWebhook(access, {
		nodes: [
			INPUT,
			{ ...mailroom, parameters: { ...question, ...parameters } },
			...[APPROVED, noOp('Yes'), noOp('No')],
			{ name: 'Merge', type: 'n8n-nodes-base.merge', typeVersion: 3, parameters: {} },
		],
		connections: {
			...chain('Webhook', INPUT.name),
			[INPUT.name]: { main: [[linkTo('Mailroom'), { ...linkTo('Merge'), index: 1 }]] },
			Mailroom: { main: [[linkTo('Approved?'), linkTo('Merge')]] },
			'Approved?': { main: [[linkTo('Yes')], [linkTo('No')]] },
		},
		responseMode: 'onReceived',
	});
	await call({ items: [EARLIER, EARLIER] });
	return { over: async () => await overOf(workflow.id) };
};

/** The nodes that the execution has reached after the question, and their items. */
const seenIn = (execution: SavedExecution) => ({
	output: nodeOutput(execution, 'Mailroom'),
	yes: lastRun(execution, 'Yes') !== undefined,
	no: lastRun(execution, 'No') !== undefined,
	merged: nodeOutput(execution, 'Merge'),
});

const nothing = { output: [], yes: false, no: false, merged: [EARLIER, EARLIER] };
const only = (data: object) => ({
	...{ output: [{ data }], yes: false, no: true },
	merged: [{ data }, EARLIER, EARLIER],
});

const single = { approvalOptions: { values: { approvalType: 'single' } } };
const withText = { responseType: 'approvalWithText', prefilledText: 'A draft' };
const goesOn = { afterDecline: 'continue' };
const notApproved = only({ approved: false, expired: true });

const CASES: Array<[string, object, object, object?]> = [
	['Stop', {}, nothing],
	['Stop, with the error output', {}, nothing, { onError: 'continueErrorOutput' }],
	['Stop, Approve Only', single, nothing],
	['Stop, Approval with Text', withText, nothing],
	['Continue', goesOn, notApproved, { alwaysOutputData: true }],
	['Continue, Retry On Fail', goesOn, notApproved, { retryOnFail: true }],
	['Continue, Approve Only', { ...single, ...goesOn }, notApproved],
	['Continue, Approval with Text', { ...withText, ...goesOn }, notApproved],
	['Free Text', { responseType: 'freeText' }, only({ expired: true }), { alwaysOutputData: true }],
];

/** The template, with a short time limit. */
const signUp = async () => {
	const { client, credential, n8n } = demo.get();
	const file = await readFile(join(repositoryFolder, 'examples', 'double-opt-in.json'), 'utf8');
	const template: WorkflowInput = JSON.parse(
		file
			.replace('"double-opt-in"', '"double-opt-in-soon"')
			.replace('"resumeUnit": "days"', '"resumeUnit": "minutes"')
			.replace('"resumeAmount": 7', '"resumeAmount": 0.05'),
	);
	for (const node of template.nodes) {
		if (node.type === MAILROOM.type) node.credentials = { mailroomApi: credential };
	}
	const workflow = await client.createWorkflow({ ...template, name: 'Double opt-in, soon over' });
	await client.activate(workflow);
	await submitForm(`${n8n.url}/form/double-opt-in-soon`, { Email: 'grace@example.com' });
	return { over: async () => await overOf(workflow.id) };
};

/** A workflow whose sub-workflow asks, and waits. */
const askInSub = async () => {
	const { credential, ...access } = demo.get();
	const { client } = access;
	const start = { name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 };
	const sub = await client.createWorkflow({
		name: 'Asks, and waits',
		nodes: [
			{ ...start, id: '1', position: [0, 0], parameters: { inputSource: 'passthrough' } },
			{
				...{ ...MAILROOM, id: '2', name: 'Mailroom', position: [200, 0], parameters: question },
				credentials: { mailroomApi: credential },
			},
		],
		connections: chain('Start', 'Mailroom'),
		settings: { executionOrder: 'v1' },
	});
	await client.activate(sub);
	const workflowId = { __rl: true, mode: 'id', value: sub.id };
	const { workflow, call } = await publishWebhook(access, {
		nodes: [
			INPUT,
			{
				...{ name: 'Sub', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2 },
				parameters: { workflowId, mode: 'once', options: { waitForSubWorkflow: true } },
			},
			noOp('After'),
		],
		connections: chain('Webhook', INPUT.name, 'Sub', 'After'),
		responseMode: 'onReceived',
	});
	await call({ items: [EARLIER] });
	return { over: async () => await overOf(workflow.id) };
};

/** An agent that was given an approval before, and whose tool needs one. */
const startAgent = async () => {
	const { credential } = demo.get();
	const reviewer = { to: 'boss@example.com', subject: 'May it?', message: '={{ $tool.name }}?' };
	const ask = await publishAgent(demo.get(), {
		...{ typeVersion: 3.1, model: model.credential(), tool: sendTool({ credential }) },
		review: reviewTool({ credential, parameters: { ...reviewer, options: soon } }),
		input: { approved: true, data: { approved: true } },
	});
	const toolParameters = { To: 'joan@example.com', Subject: 'News', Body: 'Hello' };
	const call = { name: SEND_FOR_MODEL, args: { toolParameters, hitlParameters: {} } };
	model.script.push([call], 'I could not ask.');
	void ask('Write to Joan').catch(() => {});
};

test('after the time limit, silence is no approval, and neither is a late yes', async () => {
	const { store } = demo.get().sandbox;
	await startAgent();
	const [confirmed, parent] = [await signUp(), await askInSub()];
	const asked = [];
	for (const [name, parameters, , node] of CASES) {
		asked.push({ name, ...(await ask(parameters, node)) });
	}
	const isAsked = async () => store.mails.length === CASES.length + 3;
	await waitUntil(isAsked, { limitMs: 60_000, what: 'all are asked' });
	const lastAskedAt = Date.now();

	// n8n may not have seen yet that the limit is over.
	const isOver = async () => Date.now() > lastAskedAt + SOON.resumeAmount * 60_000;
	await waitUntil(isOver, { limitMs: 30_000, what: 'the time limit passes' });
	for (const { url } of store.mails.flatMap(({ body }) => linksIn(body)).filter(isYes)) {
		const fields = new URLSearchParams({ approved: 'true', text: 'Yes' });
		const { data } = await axios.post<unknown>(url, fields, { ...anyStatus, proxy: false });
		expect(JSON.stringify(data)).not.toContain('Your response is recorded');
	}

	const seen = [];
	for (const { name, over } of asked) seen.push([name, seenIn(await over())]);
	expect(seen).toEqual(CASES.map(([name, , expected]) => [name, expected]));

	const signUpOver = await confirmed.over();
	expect(nodeOutput(signUpOver, 'Ask to confirm')).toEqual([]);
	expect(lastRun(signUpOver, 'Save the contact')).toBeUndefined();
	expect(store.contacts.size).toBe(0);

	const parentOver = await parent.over();
	expect(nodeOutput(parentOver, 'Sub')).toEqual([]);
	expect(lastRun(parentOver, 'After')).toBeUndefined();

	const isHeard = async () => model.asked.length === 2;
	await waitUntil(isHeard, { limitMs: LIMIT_MS, what: 'the model hears of the time limit' });
	expect(model.read()).toEqual([expect.stringContaining('The time limit passed')]);
	expect(store.mails).toHaveLength(CASES.length + 3);
});
