import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { CredentialReference, ExecutionSummary, N8nClient, NodeInput } from './n8nClient';

const MAILROOM = { type: 'n8n-nodes-mailroom.mailroom', typeVersion: 1 };
const INPUT_ITEM = '$("Input").item.json';

interface Demo {
	n8n: { url: string };
	client: N8nClient;
	credential: CredentialReference;
}

export interface Run {
	/** Of the Mailroom node. */
	parameters: object;
	/** Another node in its place, with the same credential. */
	node?: {
		type: string;
		typeVersion: number;
		retryOnFail?: boolean;
		maxTries?: number;
		waitBetweenTries?: number;
	};
	/** What comes into the node. */
	items?: object[];
	onError?: 'stopWorkflow' | 'continueRegularOutput';
	/** Instead of the good one. */
	credential?: CredentialReference;
	/** An expression, instead of the one for the input item that n8n takes an item to be made from. */
	from?: string;
}

export interface RunResult {
	/** Of the webhook's answer. */
	status: number;
	/** Each item that came out of the node, and where it came from. */
	items: Array<{ out: object; from: object }>;
	/** As n8n saved it. */
	execution: ExecutionSummary & { data: string };
}

/** Runs the node as users do: in a published workflow that is called from outside. */
export async function runInN8n(
	{ n8n, client, ...demo }: Demo,
	{ items = [{}], ...run }: Run,
): Promise<RunResult> {
	const path = randomUUID();
	const workflow = await client.createWorkflow({
		name: `Test ${path}`,
		nodes: nodesOf(path, { credential: demo.credential, ...run }),
		connections: {
			Webhook: { main: [[{ node: 'Input', type: 'main', index: 0 }]] },
			Input: { main: [[{ node: 'Mailroom', type: 'main', index: 0 }]] },
			Mailroom: { main: [[{ node: 'Seen', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1', timezone: 'America/New_York' },
	});
	await client.activate(workflow);
	const answer = await axios.post(
		`${n8n.url}/webhook/${path}`,
		{ items },
		{ validateStatus: () => true, proxy: false },
	);
	const [{ id }] = await client.executions(workflow.id);
	return { status: answer.status, items: answer.data, execution: await client.execution(id) };
}

/** @param path of the webhook */
function nodesOf(
	path: string,
	{
		parameters,
		node = MAILROOM,
		credential,
		onError = 'stopWorkflow',
		from = INPUT_ITEM,
	}: Omit<Run, 'items'>,
): NodeInput[] {
	return [
		{
			...placed('Webhook', 0),
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: {
				path,
				httpMethod: 'POST',
				responseMode: 'lastNode',
				responseData: 'allEntries',
			},
		},
		{
			...placed('Input', 1),
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.items' },
		},
		{
			...placed('Mailroom', 2),
			...node,
			parameters,
			onError,
			credentials: { mailroomApi: credential },
		},
		{
			...placed('Seen', 3),
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: `={{ { out: $json, from: ${from} } }}`,
			},
		},
	];
}

function placed(name: string, column: number) {
	return { id: randomUUID(), name, position: [200 * column, 0] };
}
