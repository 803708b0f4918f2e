import {
	createRunExecutionData,
	NodeApiError,
	NodeConnectionTypes,
	NodeOperationError,
	type ExecutionBaseError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData as Item,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { nodeOf, startWorkflow, type EngineRun } from '../../../tools/engine/startWorkflow';
import { describeNode } from './describeNode';
import { underTest, type Classes } from './underTest';
import type { Credential } from '../../../tools/engine/CredentialsHelper';

/** "Retry On Fail", without waiting in between. */
export const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** "On Error: Continue". */
export const continued = { onError: 'continueRegularOutput' as const };

/** The field "List", with the name of one. */
export const list = (name: string) => ({ __rl: true, mode: 'name', value: name });

/** All that n8n shows of an error: its message, with the description below it. */
export const textOf = (error?: Error & Pick<ExecutionBaseError, 'description'>): string =>
	[error?.message, error?.description].filter(Boolean).join('. ');

interface Parent {
	executionId: string;
	/** Type of the node with which the outermost execution began. */
	startedBy?: string;
	/** Mode of the parent, by default `trigger`. */
	mode?: WorkflowExecuteMode;
	/** Mode of the outermost execution, by default that of the parent. */
	rootMode?: WorkflowExecuteMode;
}

interface RunOptions {
	parameters: INodeParameters;
	/** Input items, or their `json`. */
	items?: Array<Item | IDataObject>;
	/** Further rounds of a loop around the node, after the one with `items`: the input items of each. */
	rounds?: Array<Array<Item | IDataObject>>;
	/** An execution that has failed in the node, and goes on there with n8n's Retry. */
	retryOf?: IRun;
	/** The execution that starts this one as a sub-workflow. */
	parent?: Parent;
	/** n8n's assistant runs the workflow, which it says beside the mode. */
	assistant?: boolean;
	/** An execution that waits in the node, and goes on there because its time limit is over. */
	expired?: IRun;
	/** Absent: the node has none set. */
	credential?: Credential;
	/**
	 * Settings of the node: `onError`, `retryOnFail`, `executeOnce` ... n8n takes a `waitBetweenTries` of 0
	 * milliseconds for its default of 1000: say 1.
	 */
	node?: Partial<INode>;
	/** `manual`: started in the editor. A Retry has a mode of its own. */
	mode?: WorkflowExecuteMode;
	/** Of the workflow. */
	timezone?: string;
	/** When n8n would cancel the execution, in ms from its start. */
	timeoutMs?: number;
	settings?: EngineRun['settings'];
	additional?: EngineRun['additional'];
	mock?: EngineRun['mock'];
	/** See underTest.ts. */
	declarative?: boolean;
	/** See underTest.ts. */
	classes?: Classes;
	/** An expression, evaluated for each item by a node that follows on each output. */
	after?: string;
	/** Cancels the execution. */
	signal?: AbortSignal;
}

const toItem = (value: Item | IDataObject) =>
	typeof value.json === 'object' && value.json !== null
		? (value as Item)
		: { json: value as IDataObject };

const helperNode = (
	displayName: string,
	execute: (this: IExecuteFunctions) => Item[],
): INodeType => ({
	description: describeNode(displayName, {
		properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
	}),
	async execute() {
		return [execute.call(this)];
	},
});

function evaluateForEachItem(this: IExecuteFunctions) {
	return this.getInputData().map((_item, index) => {
		try {
			return { json: { value: this.getNodeParameter('value', index) } };
		} catch (error) {
			return { json: { value: error as Error } };
		}
	});
}

const to = (name: string) => [{ node: name, type: NodeConnectionTypes.Main, index: 0 }];

const workflowOf = (
	{ parameters, items = [{}], rounds = [], node, after, ...options }: RunOptions,
	tested: ReturnType<typeof underTest>,
): Omit<EngineRun, 'credentialsHelper'> => {
	const input = helperNode('input', () => items.map(toItem));
	const toCome = [...rounds];
	const loop = helperNode('loop', () => (toCome.shift() ?? []).map(toItem));
	const mailroom = { parameters, credentials: tested.credentials, ...node };
	const { timezone, timeoutMs, settings, additional, mock } = options;
	return {
		// The history of a node's emails must not affect the next test.
		id: node?.id ? 'engine test' : (expect.getState().currentTestName ?? 'engine test'),
		nodes: [
			nodeOf('Input', 'test.input'),
			nodeOf('Mailroom', 'n8n-nodes-mailroom.mailroom', mailroom),
			nodeOf('Loop', 'test.loop'),
			nodeOf('After', 'test.after', { parameters: { value: after ?? '' } }),
			nodeOf('After error', 'test.after', { parameters: { value: after ?? '' } }),
		],
		connections: {
			Input: { main: [to('Mailroom')] },
			Mailroom: { main: [[...to('After'), ...to('Loop')], to('After error')] },
			Loop: { main: [to('Mailroom')] },
		},
		timezone,
		timeoutMs,
		settings,
		additional,
		mock,
		nodeTypes: {
			'test.input': input,
			'test.loop': loop,
			'n8n-nodes-mailroom.mailroom': tested.nodeType,
			'test.after': helperNode('after', evaluateForEachItem),
		},
	};
};

/** Data of a saved execution as n8n changes it for "Retry with currently saved workflow". */
const dataForRetry = ({ data }: IRun, workflow: Workflow): IRunExecutionData => {
	const saved: IRunExecutionData = JSON.parse(JSON.stringify(data));
	delete saved.resultData.error;
	saved.resultData.runData.Mailroom.pop();
	for (const waiting of saved.executionData?.nodeExecutionStack ?? []) {
		waiting.node = workflow.getNode(waiting.node.name) ?? waiting.node;
	}
	return saved;
};

/** Data that n8n makes for a sub-workflow. */
const dataOfSubWorkflow = (
	{ executionId, startedBy, mode: source = 'trigger' }: Parent,
	workflow: Workflow,
): IRunExecutionData => {
	const context = { version: 1, establishedAt: 0, source } as const;
	const triggerNode = startedBy === undefined ? undefined : { name: 'Start', type: startedBy };
	const executionContext = { ...context, triggerNode };
	return createRunExecutionData({
		parentExecution: { executionId, workflowId: 'parent', executionContext },
		executionData: { nodeExecutionStack: atStart(workflow) },
	});
};

/** Data that n8n makes when its assistant runs a draft. */
const dataOfAssistant = (workflow: Workflow): IRunExecutionData =>
	createRunExecutionData({
		manualData: { userId: '1', source: 'instance_ai' },
		executionData: { nodeExecutionStack: atStart(workflow) },
	});

const atStart = (workflow: Workflow) => {
	const node = workflow.getNode('Input');
	return node ? [{ node, data: { main: [[{ json: {} }]] }, source: null }] : [];
};

/** Data that n8n loads when the time limit of a waiting execution is over. */
const dataAfterLimit = ({ data }: IRun): IRunExecutionData => JSON.parse(JSON.stringify(data));

/**
 * Runs the node between a start node named `Input` and a node on each of its outputs, on n8n's own
 * engine.
 */
export const runNode = async (options: RunOptions) => {
	const { retryOf, parent, assistant, expired, signal } = options;
	const mode = retryOf ? 'retry' : (options.mode ?? (parent ? 'integrated' : 'trigger'));
	const tested = underTest(options);
	const execution = startWorkflow({
		...workflowOf(options, tested),
		credentialsHelper: tested.credentialsHelper,
		mode,
		rootMode: parent && (parent.rootMode ?? parent.mode ?? 'trigger'),
		saved: retryOf
			? (workflow) => dataForRetry(retryOf, workflow)
			: parent
				? (workflow) => dataOfSubWorkflow(parent, workflow)
				: assistant
					? dataOfAssistant
					: expired && (() => dataAfterLimit(expired)),
	});
	const cancel = () => execution.cancel();
	signal?.addEventListener('abort', cancel);
	const result = await execution.finally(() => signal?.removeEventListener('abort', cancel));

	const { runData, error: saved } = result.data.resultData;
	const output = (name: string, output: number) => runData[name]?.[0].data?.main[output] ?? [];
	const last = tested.tries.at(-1);
	const items = output('Mailroom', 0);
	return {
		/** Saved items of the first output. */
		items,
		json: items.map(({ json }) => json),
		errors: items.map(({ json }) => json.error as string | undefined),
		/** The same, of each round of a loop. */
		rounds: (runData.Mailroom ?? []).map(({ data }) => data?.main[0] ?? []),
		/** Items of the error output. */
		errorItems: output('Mailroom', 1),
		/** Value of `after` for each item, or the Error of its evaluation. */
		after: output('After', 0).map(({ json }) => json.value),
		afterError: output('After error', 0).map(({ json }) => json.value),
		/** The error that stopped the workflow: the node's own, if it threw one. */
		error:
			saved && (last?.error instanceof NodeApiError || last?.error instanceof NodeOperationError)
				? last.error
				: saved,
		/** Texts of the hints. */
		hints: (runData.Mailroom?.[0].hints ?? []).map(({ message }) => message),
		/** Return value of the node's last try, before the engine changed it. */
		raw: last?.raw,
		tries: tested.tries,
		result,
	};
};

export type NodeRun = Awaited<ReturnType<typeof runNode>>;

/** Runs the node with the credential of a service, as it is then. */
export const runOn =
	(service: { credential?: Credential }) =>
	async (
		parameters: INodeParameters,
		items?: RunOptions['items'],
		options?: Omit<RunOptions, 'parameters' | 'items'>,
	) =>
		await runNode({ credential: service.credential, parameters, items, ...options });
