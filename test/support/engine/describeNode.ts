import { NodeConnectionTypes, type INodeTypeDescription } from 'n8n-workflow';

/** The description of a node with one input and one output, as far as n8n asks for one. */
export function describeNode(
	name: string,
	rest: Pick<INodeTypeDescription, 'properties'> & Partial<INodeTypeDescription>,
): INodeTypeDescription {
	const { Main } = NodeConnectionTypes;
	return {
		...{ name, displayName: name, description: '', defaults: { name } },
		...{ version: 1, group: ['output'], inputs: [Main], outputs: [Main] },
		...rest,
	};
}
