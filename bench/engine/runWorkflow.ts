const { WorkflowExecute } = require('n8n-core');
const { NodeConnectionTypes, Workflow } = require('n8n-workflow');
const { NodeTypes } = require('../../test/engine/NodeTypes');
const { additionalData } = require('../../test/engine/additionalData');

/**
 * @typedef {import('n8n-workflow').INode} INode
 * @typedef {import('n8n-workflow').INodeType} INodeType
 *
 * @typedef {object} Node
 * @property {string} type
 * @property {number} typeVersion
 * @property {INodeType} nodeType
 */

const MODE = 'trigger';

/**
 * @param {string} name
 * @param {Partial<INode> & { type: string }} settings
 * @returns {INode}
 */
const node = (name, settings) => ({
	id: name,
	name,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...settings,
});

/**
 * A node that yields items.
 *
 * @param {import('n8n-workflow').IDataObject[]} items
 * @returns {INodeType}
 */
const source = (items) => ({
	description: {
		displayName: 'Source',
		name: 'source',
		group: [],
		version: 1,
		description: '',
		defaults: { name: 'Source' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute() {
		return [items.map((json) => ({ json }))];
	},
});

/**
 * Runs one node with items on n8n's engine, nothing before and nothing behind it.
 *
 * @param {object} run
 * @param {Node} run.node
 * @param {Partial<INode>} run.settings of the node in the workflow: parameters, credentials, `retryOnFail` ...
 * @param {import('n8n-workflow').IDataObject[]} run.items
 * @param {import('n8n-workflow').ICredentialsHelper} run.credentialsHelper
 * @returns {Promise<{ itemCount: number, error?: string }>} what came out
 */
async function runWorkflow({ node: { type, typeVersion, nodeType }, settings, ...run }) {
	const workflow = new Workflow({
		id: 'benchmark',
		name: 'Benchmark',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: [
			node('Source', { type: 'bench.source' }),
			node('Work', { type, typeVersion, ...settings }),
		],
		connections: {
			Source: { main: [[{ node: 'Work', type: NodeConnectionTypes.Main, index: 0 }]] },
		},
		nodeTypes: new NodeTypes({ 'bench.source': source(run.items), [type]: nodeType }),
	});
	const engine = new WorkflowExecute(additionalData(run.credentialsHelper, { mode: MODE }), MODE);
	const { data } = await engine.run({ workflow, startNode: workflow.nodes.Source });
	const { runData, error } = data.resultData;
	return {
		itemCount: runData.Work?.[0].data?.main[0]?.length ?? 0,
		error: error && `${error.message} ${error.description ?? ''}`.trim(),
	};
}

module.exports = { runWorkflow };
