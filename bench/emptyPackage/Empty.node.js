const { NodeConnectionTypes } = require('n8n-workflow');

class Empty {
	/** @type {import('n8n-workflow').INodeTypeDescription} */
	description = {
		displayName: 'Empty',
		name: 'empty',
		group: ['output'],
		version: 1,
		description: 'Do nothing',
		defaults: { name: 'Empty' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute() {
		return [[]];
	}
}

module.exports = { Empty };
