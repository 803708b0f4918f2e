import { LoadOptionsContext } from 'n8n-core';
import { Workflow, type INodeParameters } from 'n8n-workflow';

import { NodeTypes } from '../../tools/engine/NodeTypes';
import { additionalData } from '../../tools/engine/additionalData';
import { underTest, type Classes } from '../support/engine/underTest';
import type { Credential } from '../../tools/engine/CredentialsHelper';

interface LoadOptions {
	credential?: Credential;
	/** Those of the node in the editor. */
	parameters?: INodeParameters;
	/** Of the parameter whose values are loaded. */
	path?: string;
	classes?: Classes;
}

/** The node and the context in which the editor calls its `methods`. */
const loadContext = ({ credential, parameters = {}, path = '', classes }: LoadOptions) => {
	const { nodeType, credentials, credentialsHelper } = underTest({ classes, credential });
	const workflow = new Workflow({
		nodes: [
			{
				parameters,
				id: 'uuid-1234',
				name: 'Temp-Node',
				type: 'n8n-nodes-mailroom.mailroom',
				typeVersion: 1,
				position: [0, 0],
				credentials,
			},
		],
		connections: {},
		active: false,
		nodeTypes: new NodeTypes({ 'n8n-nodes-mailroom.mailroom': nodeType }),
	});
	const data = additionalData(credentialsHelper, {
		mode: 'internal',
		currentNodeParameters: parameters,
	});
	const context = new LoadOptionsContext(workflow, workflow.nodes['Temp-Node'], data, path);
	return { methods: nodeType.methods, context, expression: workflow.expression };
};

/** The options of a drop-down. */
export const loadOptions = async (methodName: string, options: LoadOptions = {}) => {
	const { methods, context, expression } = loadContext(options);
	const method = methods?.loadOptions?.[methodName];
	if (!method) throw new Error(`No loadOptions method "${methodName}"`);
	return await expression.withIsolate(async () => await method.call(context));
};

/** One page of a searchable list. */
export const listSearch = async (
	methodName: string,
	{
		filter,
		paginationToken,
		...options
	}: LoadOptions & { filter?: string; paginationToken?: string } = {},
) => {
	const { methods, context, expression } = loadContext(options);
	const method = methods?.listSearch?.[methodName];
	if (!method) throw new Error(`No listSearch method "${methodName}"`);
	return await expression.withIsolate(
		async () => await method.call(context, filter, paginationToken),
	);
};
