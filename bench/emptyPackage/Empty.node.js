/** A node that does nothing, to compare with. JavaScript, because n8n loads packages as they are, without a build. */
const { NodeConnectionTypes } = require('n8n-workflow');

class Empty {
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
