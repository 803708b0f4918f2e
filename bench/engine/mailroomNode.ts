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
 * Takes the limit of the service out of the node's way. Nothing of it has been loaded twice, so that this is the class that the
 * node uses.
 *
 * @param {string} packageFolder
 * @param {number} intervalMs between the starts of two requests, instead of 104 ms
 */
function hurry(packageFolder, intervalMs) {
	const { Pace } = require(join(packageFolder, 'dist/nodes/Mailroom/transport/pace.js'));
	Pace.prototype.intervalMs = () => intervalMs;
}

module.exports = { hurry, mailroomNode };
