import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import {
	UnexpectedError,
	type ICredentialsHelper,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

const absent = (what: string) => async () => {
	throw new UnexpectedError(`The engine tests have no ${what}`);
};

/** Data that n8n passes to every node with its workflow, except where it needs a database or other processes. */
export const additionalData = (
	credentialsHelper: ICredentialsHelper,
	{
		mode = 'trigger',
		currentNodeParameters,
	}: { mode?: WorkflowExecuteMode; currentNodeParameters?: INodeParameters } = {},
): IWorkflowExecuteAdditionalData => {
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
