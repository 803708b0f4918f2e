const { randomUUID } = require('node:crypto');

/**
 * @typedef {object} ToolSettings
 * @property {string} name of the node; the model sees it with underscores
 * @property {object} parameters
 * @property {import('../../demo/n8nClient').CredentialReference} credential
 * @property {'continueRegularOutput'} [onError]
 * @property {boolean} [retryOnFail]
 * @property {number} [waitBetweenTries]
 */

/**
 * The Mailroom node as a tool in a workflow.
 *
 * @param {ToolSettings} settings
 */
function mailroomTool({ credential, ...settings }) {
	return {
		...settings,
		id: randomUUID(),
		type: 'n8n-nodes-mailroom.mailroomTool',
		typeVersion: 1,
		position: [0, 200],
		credentials: { mailroomApi: credential },
	};
}

module.exports = { mailroomTool };
