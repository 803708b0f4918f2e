import { randomUUID } from 'node:crypto';
import type { CredentialReference } from '../../../tools/n8n/N8nClient';

const MAILROOM = { type: 'n8n-nodes-mailroom.mailroom', typeVersion: 1 };
const START = { name: 'Items', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
const END = { name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1 };
const NODES_IN_A_ROW = 4;

/**
 * A workflow of Mailroom nodes one after the other, with "Items" before them and "Next" behind.
 *
 * @param options.nodes the parameters of each node by its name
 * @param options.items that go into the first
 */
export function workflowOf({
	nodes,
	items,
	credential,
}: {
	nodes: Record<string, object>;
	items: object[];
	credential: CredentialReference;
}) {
	const credentials = { mailroomApi: credential };
	const ours = Object.entries(nodes).map(([name, parameters]) => ({
		name,
		...MAILROOM,
		parameters,
		credentials,
	}));
	const chain = [{ ...START, parameters: {} }, ...ours, { ...END, parameters: {} }].map(placed);
	return {
		name: 'Browser test',
		nodes: chain,
		connections: Object.fromEntries(
			chain.slice(1).map(({ name }, index) => [chain[index].name, connectionTo(name)]),
		),
		pinData: { [START.name]: items.map((json) => ({ json })) },
	};
}

function placed<T>(node: T, index: number) {
	const [column, row] = [index % NODES_IN_A_ROW, Math.floor(index / NODES_IN_A_ROW)];
	return { ...node, id: randomUUID(), position: [224 * column, 192 * row] };
}

function connectionTo(node: string) {
	return { main: [[{ node, type: 'main', index: 0 }]] };
}

export function isMailroom({ type }: { type?: string }) {
	return type === MAILROOM.type;
}
