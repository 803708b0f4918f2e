import { NodeConnectionTypes, type IDataObject, type INodeType } from 'n8n-workflow';

/** The first node of a workflow, which outputs these items. */
export const sourceNode = (items: IDataObject[]): INodeType => ({
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
