import { LoadOptionsContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import { additionalData } from '../../../tools/engine/additionalData';
import type { Credential } from '../../../tools/engine/CredentialsHelper';
import { NodeTypes } from '../../../tools/engine/NodeTypes';
import { underTest, type Classes } from './underTest';

interface LoadOptions {
	credential?: Credential;
	classes?: Classes;
}

/** The node and the context in which the editor calls its `methods`. */
const loadContext = ({ credential, classes }: LoadOptions) => {
	const { nodeType, credentials, credentialsHelper } = underTest({ classes, credential });
	const type = 'n8n-nodes-mailroom.mailroom';
	const node = { id: 'uuid-1234', name: 'Temp-Node', type, typeVersion: 1, credentials };
	const workflow = new Workflow({
		nodes: [{ ...node, parameters: {}, position: [0, 0] }],
		connections: {},
		active: false,
		nodeTypes: new NodeTypes({ [type]: nodeType }),
	});
	const data = additionalData(credentialsHelper, {
		mode: 'internal',
		currentNodeParameters: {},
	});
	const context = new LoadOptionsContext(workflow, workflow.nodes[node.name], data, '');
	return { methods: nodeType.methods, context, expression: workflow.expression };
};

/** The options of a drop-down. */
export const loadOptions = async (methodName: string, options: LoadOptions = {}) => {
	const { methods, context, expression } = loadContext(options);
	const method = methods?.loadOptions?.[methodName];
	if (!method) throw new Error(`No loadOptions method "${methodName}"`);
	return await expression.withIsolate(async () => await method.call(context));
};

/** The results of a searchable list. */
export const listSearch = async (
	methodName: string,
	{ filter, ...options }: LoadOptions & { filter?: string } = {},
) => {
	const { methods, context, expression } = loadContext(options);
	const method = methods?.listSearch?.[methodName];
	if (!method) throw new Error(`No listSearch method "${methodName}"`);
	return await expression.withIsolate(async () => await method.call(context, filter));
};
