import {
	Workflow,
	type IDataObject,
	type INodeType,
	type IWorkflowDataProxyAdditionalKeys,
} from 'n8n-workflow';
import { describeNode } from './engine/describeNode';

const nodeType: INodeType = { description: describeNode('node', { properties: [] }) };

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
 * @param additionalKeys E.g. `$credentials`.
 */
export const evaluate = (
	expression: string,
	json: IDataObject = {},
	additionalKeys: IWorkflowDataProxyAdditionalKeys = {},
) =>
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
