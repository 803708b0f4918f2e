import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import axios from 'axios';
import type { N8nClient, NodeInput } from './N8nClient';

/** A busy n8n may never respond for an execution that has ended. No execution takes this long. */
const ANSWER_LIMIT_MS = 600_000;
const NODE_WIDTH = 200;

export interface WebhookWorkflow {
	/** By default one that no other workflow has. */
	name?: string;
	/** Nodes after the one named "Webhook". Their IDs and positions are generated. */
	nodes: NodeInput[];
	connections: object;
	/** Response mode of the webhook, by default all items of the last node. */
	responseMode?: 'lastNode' | 'onReceived';
	/** Settings of the workflow, in addition to the usual ones. */
	settings?: object;
}

export interface WebhookResponse {
	status: number;
	/** Items of the last node. */
	items: object[];
}

/** @returns connections from each node to the next */
export function chain(...names: string[]) {
	const links = names.slice(1).map((name, index) => [names[index], { main: [[linkTo(name)]] }]);
	return Object.fromEntries(links);
}

/** @param type of the connection */
export const linkTo = (node: string, type = 'main') => ({ node, type, index: 0 });

/**
 * Publishes a workflow that starts with a webhook.
 *
 * @returns `call` resolves with the response, and rejects if n8n ends before or never responds
 */
export async function publishWebhook(
	{ n8n, client }: { n8n: { url: string }; client: N8nClient },
	{ name, nodes, connections, responseMode = 'lastNode', settings }: WebhookWorkflow,
) {
	const path = randomUUID();
	const webhook = {
		...{ name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path },
		parameters: { path, httpMethod: 'POST', responseMode, responseData: 'allEntries' },
	};
	const workflow = await client.createWorkflow({
		name: name ?? `Test ${path}`,
		nodes: [webhook, ...nodes].map((node, column) => ({
			...{ id: randomUUID(), position: [NODE_WIDTH * column, 0] },
			...node,
		})),
		connections,
		// The editor's default. With n8n's old order, an agent continues before its tools have run.
		settings: { executionOrder: 'v1', ...settings },
	});
	await client.activate(workflow);
	const call = async (body: object): Promise<WebhookResponse> => {
		// n8n may close a kept connection just before the next request.
		const httpAgent = new Agent({ keepAlive: false });
		const options = { httpAgent, validateStatus: () => true, proxy: false as const };
		const timeout = ANSWER_LIMIT_MS;
		const url = `${n8n.url}/webhook/${path}`;
		const { status, data } = await axios.post(url, body, { ...options, timeout });
		return { status, items: data };
	};
	return { workflow, call };
}
