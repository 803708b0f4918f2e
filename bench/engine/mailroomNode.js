const { join } = require('node:path');
const { NodeTypes } = require('../../test/engine/NodeTypes');

/**
 * The packed node, as n8n loads it.
 *
 * @param {string} packageFolder
 * @returns {import('./runWorkflow').Node}
 */
function mailroomNode(packageFolder) {
	const { Mailroom } = require(join(packageFolder, 'dist/nodes/Mailroom/Mailroom.node.js'));
	return {
		type: 'n8n-nodes-mailroom.mailroom',
		typeVersion: 1,
		nodeType: NodeTypes.load(Mailroom),
	};
}

/**
 * Takes the node's own pace out of the way: its requests start at once. Nothing of it has been loaded twice, so that this is
 * the class that the node uses.
 *
 * @param {string} packageFolder
 */
function withoutPace(packageFolder) {
	const file = join(packageFolder, 'dist/nodes/Mailroom/transport/rateLimiter.js');
	require(file).RateLimiter.prototype.start = async () => {};
}

module.exports = { mailroomNode, withoutPace };
