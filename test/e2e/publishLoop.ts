import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { Demo } from '../../demo/startDemo';
import type { CredentialReference } from '../../tools/N8nClient';

interface LoopedNode {
	parameters: object;
	credential: CredentialReference;
}

/** Publishes a workflow that hands each item that it is called with to the node alone, one after the other. */
export async function publishLoop(
	{ n8n, client }: Pick<Demo, 'client'> & { n8n: { url: string } },
	{ parameters, credential }: LoopedNode,
) {
	const path = randomUUID();
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	const workflow = await client.createWorkflow({
		name: `Loop ${path}`,
		nodes: [
			{
				...placed('Webhook', 0),
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				webhookId: path,
				parameters: { path, httpMethod: 'POST', responseMode: 'onReceived' },
			},
			{
				...placed('Items', 1),
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'body.items' },
			},
			{
				...placed('Loop', 2),
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { options: {} },
			},
			{
				...placed('Mailroom', 3),
				type: 'n8n-nodes-mailroom.mailroom',
				typeVersion: 1,
				parameters,
				credentials: { mailroomApi: credential },
			},
		],
		connections: {
			Webhook: { main: [to('Items')] },
			Items: { main: [to('Loop')] },
			Loop: { main: [[], to('Mailroom')] },
			Mailroom: { main: [to('Loop')] },
		},
		settings: { executionOrder: 'v1' },
	});
	await client.activate(workflow);
	const call = async (items: object[]) =>
		await axios.post(`${n8n.url}/webhook/${path}`, { items }, { proxy: false });
	return { workflow, call };
}

function placed(name: string, column: number) {
	return { id: randomUUID(), name, position: [200 * column, 0] };
}
