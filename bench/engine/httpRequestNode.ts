/** @typedef {import('n8n-workflow').IVersionedNodeType} VersionedNodeType */

/**
 * The newest version of n8n's HTTP Request node.
 *
 * @returns {import('./runWorkflow').Node}
 */
function httpRequestNode() {
	const file = 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js';
	/** @type {{ HttpRequest: new () => VersionedNodeType }} */
	const { HttpRequest } = require(file);
	const versions = new HttpRequest();
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: versions.currentVersion,
		nodeType: versions.getNodeType(),
	};
}

/** What every request has in common: the credential of the Mailroom package. */
const withCredential = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'mailroomApi',
};

module.exports = { httpRequestNode, withCredential };
