import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type IConnections,
	type ICredentialsHelper,
	type INode,
	type INodeType,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData } from './additionalData';
import { NodeTypes } from './NodeTypes';

export interface EngineRun {
	/** n8n and the node keep what they remember for a workflow of this ID. */
	id?: string;
	/** The workflow starts with the first of them. */
	nodes: INode[];
	connections: IConnections;
	nodeTypes: Record<string, INodeType>;
	credentialsHelper: ICredentialsHelper;
	mode?: WorkflowExecuteMode;
	/** Of the outermost execution, for a sub-workflow. */
	rootMode?: WorkflowExecuteMode;
	timezone?: string;
	/** When n8n would cancel the execution, in ms from its start. */
	timeoutMs?: number;
	/** Settings of the workflow, in addition to the usual ones. */
	settings?: IWorkflowSettings;
	/** Data of n8n that differs from the usual. */
	additional?: Partial<IWorkflowExecuteAdditionalData>;
	/** In evaluations, n8n can answer in place of a service. */
	mock?: IWorkflowExecuteAdditionalData['evalLlmMockHandler'];
	/** The execution to continue; absent: a new one. */
	saved?: (workflow: Workflow) => IRunExecutionData;
}

/** Starts a workflow on n8n's engine. Cancel the returned promise to end the execution early. */
export function startWorkflow({
	id = 'engine-test',
	nodes,
	connections,
	credentialsHelper,
	mode = 'trigger',
	rootMode,
	timezone,
	timeoutMs,
	settings,
	additional,
	mock,
	saved,
	...run
}: EngineRun) {
	const workflow = new Workflow({
		id,
		name: 'Engine test',
		active: false,
		nodes,
		connections,
		settings: { executionOrder: 'v1', ...(timezone && { timezone }), ...settings },
		nodeTypes: new NodeTypes(run.nodeTypes),
	});
	const data = { ...additionalData(credentialsHelper, { mode }), ...additional };
	if (timeoutMs !== undefined) data.executionTimeoutTimestamp = Date.now() + timeoutMs;
	data.rootExecutionMode = rootMode;
	if (mock) data.evalLlmMockHandler = mock;
	const engine = new WorkflowExecute(data, mode, saved?.(workflow));
	return saved
		? engine.processRunExecutionData(workflow)
		: engine.run({ workflow, startNode: workflow.nodes[nodes[0].name] });
}

/** A node of a workflow. */
export const nodeOf = (name: string, type: string, settings?: Partial<INode>): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...settings,
});
