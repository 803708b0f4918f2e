import { nodeOutput } from './nodeOutput';
import { chain, publishWebhook } from './publishWebhook';
import type { CredentialReference, N8nClient, NodeInput, SavedExecution } from './N8nClient';

export const MAILROOM = { type: 'n8n-nodes-mailroom.mailroom', typeVersion: 1 };
/** Makes items of what the webhook is called with. */
export const INPUT = {
	...{ name: 'Input', type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
	parameters: { fieldToSplitOut: 'body.items' },
};
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

/** Publishes a workflow that runs the node with what it is called with. */
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
	return { workflow, call: async (items: object[]) => (await call({ items })) as Answer };
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
