import {
	NodeConnectionTypes,
	type ICredentialsHelper,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import { sourceNode } from '../../tools/engine/sourceNode';
import { nodeOf, startWorkflow } from '../../tools/engine/startWorkflow';

export interface Node {
	type: string;
	typeVersion: number;
	nodeType: INodeType;
}

export interface WorkflowResult {
	/** How many items came out. */
	itemCount: number;
	/** Those of them that are errors, with the index of their input item. */
	failures: Array<{ item: number; message: string }>;
	/** Why the workflow stopped. */
	error?: string;
}

/**
 * Runs one node with items on n8n's engine, as the last of its workflow.
 *
 * @param run.text the item of a node named Text, for the node's expressions
 * @param run.settings of the node in the workflow: parameters, credentials, `retryOnFail` ...
 * @returns the node's output
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
	const { data } = await startWorkflow({
		nodes: [
			nodeOf('Text', 'bench.text'),
			nodeOf('Source', 'bench.source'),
			nodeOf('Work', type, { typeVersion, ...settings }),
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
	const { runData, error } = data.resultData;
	const items = runData.Work?.[0].data?.main[0] ?? [];
	return {
		itemCount: items.length,
		failures: items.flatMap(({ json, pairedItem }) =>
			typeof json.error === 'string' ? [{ item: itemOf(pairedItem), message: json.error }] : [],
		),
		error: error && `${error.message} ${error.description ?? ''}`.trim(),
	};
}

/** Index of the input item that failed. */
function itemOf(pairedItem: INodeExecutionData['pairedItem']): number {
	if (typeof pairedItem !== 'object' || Array.isArray(pairedItem)) {
		throw new Error('An error is not paired with one item');
	}
	return pairedItem.item;
}
