const { ExecutionLifecycleHooks, ExternalSecretsProxy } = require('n8n-core');
const { UnexpectedError } = require('n8n-workflow');

/** @param {string} what */
const absent = (what) => async () => {
	throw new UnexpectedError(`The engine tests have no ${what}`);
};

/**
 * What n8n hands to every node beside its workflow, without what needs a database or other processes.
 *
 * @param {import('n8n-workflow').ICredentialsHelper} credentialsHelper
 * @param {{ mode?: import('n8n-workflow').WorkflowExecuteMode, currentNodeParameters?: import('n8n-workflow').INodeParameters }} [options]
 * @returns {import('n8n-workflow').IWorkflowExecuteAdditionalData}
 */
const additionalData = (credentialsHelper, { mode = 'trigger', currentNodeParameters } = {}) => {
	const executionId = '1';
	const url = 'http://localhost:5678';
	return {
		executionId,
		hooks: new ExecutionLifecycleHooks(mode, executionId, {
			id: 'engine-test',
			name: 'Engine test',
			active: false,
			isArchived: false,
			nodes: [],
			connections: {},
			createdAt: new Date(),
			updatedAt: new Date(),
			activeVersionId: null,
		}),
		currentNodeExecutionIndex: 0,
		currentNodeParameters,
		credentialsHelper,
		externalSecretsProxy: new ExternalSecretsProxy(),
		executeWorkflow: absent('sub-workflows'),
		getRunExecutionData: absent('stored executions'),
		getRuntimeCredential: absent('runtime credentials'),
		startRunnerTask: absent('task runners'),
		logAiEvent: () => {},
		setExecutionStatus: () => {},
		variables: {},
		restApiUrl: `${url}/rest`,
		instanceBaseUrl: `${url}/`,
		formBaseUrl: `${url}/form`,
		formWaitingBaseUrl: `${url}/form-waiting`,
		formTestBaseUrl: `${url}/form-test`,
		webhookBaseUrl: `${url}/webhook`,
		webhookWaitingBaseUrl: `${url}/webhook-waiting`,
		webhookTestBaseUrl: `${url}/webhook-test`,
		mcpBaseUrl: `${url}/mcp`,
		mcpTestBaseUrl: `${url}/mcp-test`,
	};
};

module.exports = { additionalData };
