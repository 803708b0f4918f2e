import { loadCompiled } from './loadCompiled';
import type { Node } from './runWorkflow';

/** The newest version of n8n's HTTP Request node. */
export function httpRequestNode(): Node {
	const file = 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js';
	const { HttpRequest } = loadCompiled(file);
	const versions = new HttpRequest();
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: versions.currentVersion,
		nodeType: versions.getNodeType(),
	};
}

/** Parameters of every request: the credential of the Mailroom package. */
export const withCredential = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'mailroomApi',
};
