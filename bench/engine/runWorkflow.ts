import { WorkflowExecute } from 'n8n-core';
import {
	NodeConnectionTypes,
	Workflow,
	type IConnections,
	type ICredentialsHelper,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import { NodeTypes } from '../../tools/engine/NodeTypes';
import { additionalData } from '../../tools/engine/additionalData';
import { sourceNode } from '../../tools/engine/sourceNode';

export interface Node {
	type: string;
	typeVersion: number;
	nodeType: INodeType;
}

export interface WorkflowResult {
	/** How many items came out. */
	itemCount: number;
	/** Those of them that are errors, by the index of the input item that they are of. */
	failures: Array<{ item: number; message: string }>;
	/** Why the workflow stopped. */
	error?: string;
}

const MODE = 'trigger';

/** A node of a workflow. */
const node = (name: string, settings: Partial<INode> & { type: string }): INode => ({
	id: name,
	name,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...settings,
});

/** Runs a workflow on n8n's engine, from its first node on. */
async function runOnEngine(run: {
	nodes: INode[];
	connections: IConnections;
	nodeTypes: Record<string, INodeType>;
	credentialsHelper: ICredentialsHelper;
}) {
	const workflow = new Workflow({
		id: 'benchmark',
		name: 'Benchmark',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: run.nodes,
		connections: run.connections,
		nodeTypes: new NodeTypes(run.nodeTypes),
	});
	const engine = new WorkflowExecute(additionalData(run.credentialsHelper, { mode: MODE }), MODE);
	const { data } = await engine.run({ workflow, startNode: workflow.nodes[run.nodes[0].name] });
	return data.resultData;
}

/**
 * Runs one node with items on n8n's engine, nothing behind it.
 *
 * @param run.text of a node named Text, whose item the expressions of the node may ask for
 * @param run.settings of the node in the workflow: parameters, credentials, `retryOnFail` ...
 * @returns what came out
 */
export async function runWorkflow({
	node: { type, typeVersion, nodeType },
	settings,
	...run
}: {
	node: Node;
	settings: Partial<INode>;
	items: IDataObject[];
	text?: IDataObject;
	credentialsHelper: ICredentialsHelper;
}): Promise<WorkflowResult> {
	const { runData, error } = await runOnEngine({
		nodes: [
			node('Text', { type: 'bench.text' }),
			node('Source', { type: 'bench.source' }),
			node('Work', { type, typeVersion, ...settings }),
		],
		connections: {
			Text: { main: [[{ node: 'Source', type: NodeConnectionTypes.Main, index: 0 }]] },
			Source: { main: [[{ node: 'Work', type: NodeConnectionTypes.Main, index: 0 }]] },
		},
		nodeTypes: {
			'bench.text': sourceNode([run.text ?? {}]),
			'bench.source': sourceNode(run.items),
			[type]: nodeType,
		},
		credentialsHelper: run.credentialsHelper,
	});
	const items = runData.Work?.[0].data?.main[0] ?? [];
	return {
		itemCount: items.length,
		failures: items.flatMap(({ json, pairedItem }) =>
			typeof json.error === 'string' ? [{ item: itemOf(pairedItem), message: json.error }] : [],
		),
		error: error && `${error.message} ${error.description ?? ''}`.trim(),
	};
}

/** The one input item that an error is of. */
function itemOf(pairedItem: INodeExecutionData['pairedItem']): number {
	if (typeof pairedItem !== 'object' || Array.isArray(pairedItem)) {
		throw new Error('An error is not paired with one item');
	}
	return pairedItem.item;
}
