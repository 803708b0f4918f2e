import { nodeOutput } from './nodeOutput';
import { chain, publishWebhook } from './publishWebhook';
import type { CredentialReference, N8nClient, NodeInput, SavedExecution } from './N8nClient';

export const MAILROOM = { type: 'n8n-nodes-mailroom.mailroom', typeVersion: 1 };
/** Turns the webhook's body into items. */
export const INPUT = {
	...{ name: 'Input', type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
	parameters: { fieldToSplitOut: 'body.items' },
};
/** The node that reports the outcome of each item. */
const SEEN = 'Seen';
const INPUT_ITEM = '$("Input").item.json';

/** An n8n with the node, and a client with a login. */
export interface N8nAccess {
	n8n: { url: string };
	client: N8nClient;
	credential: CredentialReference;
}

/** A workflow in which a webhook's items pass the node, and then a node that reports the outcome of each. */
export interface PublishedRun {
	/** Parameters of the Mailroom node. */
	parameters: object;
	/** Name of the node, by default "Mailroom". */
	name?: string;
	/** Type of another node with the same credential. */
	node?: {
		type: string;
		typeVersion: number;
		retryOnFail?: boolean;
		maxTries?: number;
		waitBetweenTries?: number;
	};
	onError?: 'stopWorkflow' | 'continueRegularOutput';
	/** Credential to use instead of the valid one. */
	credential?: CredentialReference;
	/** An expression that replaces the one for the paired input item. */
	from?: string;
	/** Settings of the workflow, in addition to the usual ones. */
	settings?: object;
}

export interface Run extends PublishedRun {
	/** Input of the node. */
	items?: object[];
}

interface WorkflowResponse {
	/** Of the webhook. */
	status: number;
	/** Output items of the node, with their input items. */
	items: Array<{ out: object; from: object }>;
}

export interface RunResult extends WorkflowResponse {
	/** As n8n saved it. */
	execution: SavedExecution;
}

/** Runs the node as users do, in a published workflow with a webhook. */
export async function runInN8n(demo: N8nAccess, { items = [{}], ...run }: Run): Promise<RunResult> {
	return await callAlone(await publishInN8n(demo, run), { client: demo.client, items });
}

/** Calls a workflow that has no other calls meanwhile. If n8n loses its response, the saved execution is used. */
export async function callAlone(
	{ workflow, call }: Awaited<ReturnType<typeof publishInN8n>>,
	{ client, items }: { client: N8nClient; items: object[] },
): Promise<RunResult> {
	const response = await call(items).catch(() => undefined);
	const [{ id }] = await client.executions(workflow.id);
	const execution = await client.finished(id);
	return { ...(response ?? responseOf(execution)), execution };
}

/** The response of n8n, from the saved execution. */
function responseOf(execution: SavedExecution): WorkflowResponse {
	const status = execution.status === 'success' ? 200 : 500;
	return { status, items: nodeOutput(execution, SEEN) as WorkflowResponse['items'] };
}

/** Publishes a workflow that runs the node with the webhook's items. */
export async function publishInN8n(
	{ n8n, client, credential }: N8nAccess,
	{ settings, name = 'Mailroom', ...run }: PublishedRun,
) {
	const { workflow, call } = await publishWebhook(
		{ n8n, client },
		{
			nodes: nodesOf({ credential, name, ...run }),
			connections: chain('Webhook', INPUT.name, name, SEEN),
			settings: { timezone: 'America/New_York', ...settings },
		},
	);
	return { workflow, call: async (items: object[]) => (await call({ items })) as WorkflowResponse };
}

function nodesOf({
	parameters,
	name,
	node = MAILROOM,
	credential,
	onError = 'stopWorkflow',
	from = INPUT_ITEM,
}: Omit<PublishedRun, 'settings'>): NodeInput[] {
	const jsonOutput = `={{ { out: $json, from: ${from} } }}`;
	return [
		INPUT,
		{ ...node, name, parameters, onError, credentials: { mailroomApi: credential } },
		{
			...{ name: SEEN, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
			parameters: { mode: 'raw', jsonOutput },
		},
	];
}
