const { NodeConnectionTypes, Workflow } = require('n8n-workflow');

/** @type {import('n8n-workflow').INodeType} */
const nodeType = {
	description: {
		displayName: 'Node',
		name: 'node',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
};

const workflow = new Workflow({
	active: false,
	connections: {},
	nodes: [
		{ id: '1', name: 'Node', type: 'node', typeVersion: 1, position: [0, 0], parameters: {} },
	],
	nodeTypes: {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	},
});

/**
 * Evaluates an expression, given without the leading `=`, for an item, the way n8n's own contexts do.
 *
 * @param {string} expression
 * @param {import('n8n-workflow').IDataObject} [json]
 * @param {import('n8n-workflow').IWorkflowDataProxyAdditionalKeys} [additionalKeys] E.g. `$credentials`.
 */
const evaluate = (expression, json = {}, additionalKeys = {}) =>
	workflow.expression.resolveSimpleParameterValue(
		`=${expression}`,
		{},
		null,
		0,
		0,
		'Node',
		[{ json }],
		'manual',
		additionalKeys,
	);

module.exports = { evaluate };
