import { NodeConnectionTypes, type IDataObject, type INodeType } from 'n8n-workflow';

/** A node with which a workflow begins: it puts out these items. */
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
