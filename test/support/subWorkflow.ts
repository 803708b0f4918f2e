import type { CredentialReference, N8nClient, NodeInput } from '../../tools/n8n/N8nClient';
import { chain } from '../../tools/n8n/publishWebhook';
import { MAILROOM } from '../../tools/n8n/runInN8n';

/** The node in a sub-workflow. */
export const MAILROOM_NODE = 'Mailroom';

interface Access {
	client: N8nClient;
	credential: CredentialReference;
}

/** Publishes a sub-workflow that ends with the node. */
export async function publishSubWorkflow(
	{ client, credential }: Access,
	parameters: object,
	onError: NodeInput['onError'] = 'continueRegularOutput',
) {
	const credentials = { mailroomApi: credential };
	const start = { name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 };
	const node = { ...MAILROOM, name: MAILROOM_NODE, parameters, credentials };
	return await publishSub(client, [
		{ ...start, parameters: { inputSource: 'passthrough' } },
		{ ...node, onError },
	]);
}

/** Publishes a sub-workflow that does nothing but to run another one. */
export async function publishSubWorkflowOf(client: N8nClient, sub: { id: string }) {
	const start = { name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 };
	return await publishSub(client, [
		{ ...start, parameters: { inputSource: 'passthrough' } },
		executeWorkflow(sub),
	]);
}

/** A node that runs a sub-workflow once for each item. */
export function executeWorkflow({ id }: { id: string }, options: object = {}): NodeInput {
	return {
		...{ name: 'Sub', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2 },
		parameters: {
			workflowId: { __rl: true, mode: 'id', value: id },
			...{ mode: 'each', options },
		},
	};
}

async function publishSub(client: N8nClient, nodes: NodeInput[]) {
	const workflow = await client.createWorkflow({
		name: 'Sub-workflow',
		nodes: nodes.map((node, column) => ({
			...{ id: `node ${column}`, position: [200 * column, 0] },
			...node,
		})),
		connections: chain(...nodes.map(({ name }) => String(name))),
		settings: { executionOrder: 'v1' },
	});
	await client.activate(workflow);
	return workflow;
}
