import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import axios from 'axios';
import { nodeOutput } from './nodeOutput';
import type { CredentialReference, N8nClient, NodeInput, SavedExecution } from './N8nClient';

const MAILROOM = { type: 'n8n-nodes-mailroom.mailroom', typeVersion: 1 };
/** A busy n8n may forget who waits for an execution that has ended; nothing takes so long. */
const ANSWER_LIMIT_MS = 180_000;
/** The node that tells what came of each item. */
const SEEN = 'Seen';
const INPUT_ITEM = '$("Input").item.json';

/** An n8n with the node, and somebody who is logged in. */
export interface N8nAccess {
	n8n: { url: string };
	client: N8nClient;
	credential: CredentialReference;
}

/** A workflow: a webhook whose items go through the node, and on to one that tells what came of each. */
export interface PublishedRun {
	/** Of the Mailroom node. */
	parameters: object;
	/** Of the node, instead of "Mailroom". */
	name?: string;
	/** Another node in its place, with the same credential. */
	node?: {
		type: string;
		typeVersion: number;
		retryOnFail?: boolean;
		maxTries?: number;
		waitBetweenTries?: number;
	};
	onError?: 'stopWorkflow' | 'continueRegularOutput';
	/** Instead of the good one. */
	credential?: CredentialReference;
	/** An expression, instead of the one for the input item that n8n takes an item to be made from. */
	from?: string;
	/** Of the workflow, beside the usual ones. */
	settings?: object;
}

export interface Run extends PublishedRun {
	/** What comes into the node. */
	items?: object[];
}

interface Answer {
	/** Of the webhook. */
	status: number;
	/** Each item that came out of the node, and where it came from. */
	items: Array<{ out: object; from: object }>;
}

export interface RunResult extends Answer {
	/** As n8n saved it. */
	execution: SavedExecution;
}

/** Runs the node as users do: in a published workflow that is called from outside. */
export async function runInN8n(demo: N8nAccess, { items = [{}], ...run }: Run): Promise<RunResult> {
	return await callAlone(await publishInN8n(demo, run), { client: demo.client, items });
}

/** Calls a workflow that nobody else calls meanwhile. An answer that n8n has lost does not matter: the execution is saved. */
export async function callAlone(
	{ workflow, call }: Awaited<ReturnType<typeof publishInN8n>>,
	{ client, items }: { client: N8nClient; items: object[] },
): Promise<RunResult> {
	const answer = await call(items).catch(() => undefined);
	const [{ id }] = await client.executions(workflow.id);
	const execution = await client.finished(id);
	return { ...(answer ?? answerOf(execution)), execution };
}

/** What n8n would have answered. */
function answerOf(execution: SavedExecution): Answer {
	const status = execution.status === 'success' ? 200 : 500;
	return { status, items: nodeOutput(execution, SEEN) as Answer['items'] };
}

/**
 * Publishes a workflow that runs the node with what it is called with.
 *
 * @returns `call` resolves when the workflow has ended, and rejects when n8n does so before, or forgets who waits for it
 */
export async function publishInN8n(
	{ n8n, client, ...demo }: N8nAccess,
	{ settings = {}, name = 'Mailroom', ...run }: PublishedRun,
) {
	const path = randomUUID();
	const workflow = await client.createWorkflow({
		name: `Test ${path}`,
		nodes: nodesOf(path, { credential: demo.credential, name, ...run }),
		connections: {
			Webhook: { main: [[{ node: 'Input', type: 'main', index: 0 }]] },
			Input: { main: [[{ node: name, type: 'main', index: 0 }]] },
			[name]: { main: [[{ node: SEEN, type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1', timezone: 'America/New_York', ...settings },
	});
	await client.activate(workflow);
	const call = async (items: object[]): Promise<Answer> => {
		// A connection that is kept may be closed by n8n in the moment of the next request.
		const httpAgent = new Agent({ keepAlive: false });
		const answer = await axios.post(
			`${n8n.url}/webhook/${path}`,
			{ items },
			{ httpAgent, validateStatus: () => true, proxy: false, timeout: ANSWER_LIMIT_MS },
		);
		return { status: answer.status, items: answer.data };
	};
	return { workflow, call };
}

/** @param path of the webhook */
function nodesOf(
	path: string,
	{
		parameters,
		name,
		node = MAILROOM,
		credential,
		onError = 'stopWorkflow',
		from = INPUT_ITEM,
	}: Omit<PublishedRun, 'settings'> & { name: string },
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
			...placed(name, 2),
			...node,
			parameters,
			onError,
			credentials: { mailroomApi: credential },
		},
		{
			...placed(SEEN, 3),
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
