import {
	NodeConnectionTypes,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { sourceNode } from '../../../tools/engine/sourceNode';
import { nodeOf, startWorkflow } from '../../../tools/engine/startWorkflow';
import { describeNode } from './describeNode';
import { underTest } from './underTest';
import type { Credential } from '../../../tools/engine/CredentialsHelper';

/** The model's arguments for the tool. */
type Args = IDataObject;

export interface ToolOptions {
	/** Those the model fills in are `$fromAI(...)`. */
	parameters: INodeParameters;
	/** Of one call. */
	args?: Args;
	/** Several calls, made at once. */
	calls?: Args[];
	/**
	 * How n8n runs the tool: `invoke` calls it inside of the agent, through the routing engine; `engine` runs it as a
	 * node, as the newer agents do.
	 */
	via?: 'invoke' | 'engine';
	credential?: Credential;
	/** `manual`: in the editor. */
	mode?: WorkflowExecuteMode;
	/** Settings of the tool: `retryOnFail` ... */
	node?: Partial<INode>;
}

type Answer = { response?: unknown; error?: Error };

type Tool = { invoke: (args: Args) => Promise<string> };

/** An agent without a model, which makes the given calls and keeps the responses. */
const agent = (calls: Args[], via: 'invoke' | 'engine') => {
	const seen: { tool?: Tool; answers: Answer[] } = { answers: [] };

	const invoke = async (tool: Tool, args: Args): Promise<Answer> => {
		try {
			return { response: JSON.parse(await tool.invoke(args)) };
		} catch (error) {
			return { error: error as Error };
		}
	};

	const nodeType: INodeType = {
		description: describeNode('agent', {
			inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
			properties: [],
		}),
		async execute(response) {
			if (via === 'invoke') {
				const tools = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
				const [tool] = tools as Tool[];
				seen.tool = tool;
				seen.answers = await Promise.all(calls.map((args) => invoke(tool, args)));
				return [[{ json: {} }]];
			}
			if (!response?.actionResponses.length) {
				return {
					actions: calls.map((input, index) => ({
						actionType: 'ExecutionNodeAction' as const,
						nodeName: 'Mailroom Tool',
						input,
						type: NodeConnectionTypes.AiTool,
						id: `call_${index}`,
						metadata: {},
					})),
					metadata: {},
				};
			}
			seen.answers = response.actionResponses.map(({ data }) => ({
				response: data.data?.ai_tool?.[0]?.map(({ json }) => json),
				error: data.error,
			}));
			return [[{ json: {} }]];
		},
	};
	return { nodeType, seen };
};

/** Runs the node as a tool of an AI agent. */
export const runTool = async (options: ToolOptions) => {
	const { parameters, args = {}, calls = [args], via = 'invoke', node, mode = 'trigger' } = options;
	const tested = underTest(options);
	const { nodeType, seen } = agent(calls, via);
	const result = await startWorkflow({
		nodes: [
			nodeOf('Input', 'test.input'),
			nodeOf('Agent', 'test.agent'),
			nodeOf('Mailroom Tool', 'n8n-nodes-mailroom.mailroomTool', {
				parameters,
				credentials: tested.credentials,
				...node,
			}),
		],
		connections: {
			Input: { main: [[{ node: 'Agent', type: NodeConnectionTypes.Main, index: 0 }]] },
			'Mailroom Tool': {
				ai_tool: [[{ node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 }]],
			},
		},
		nodeTypes: {
			'test.input': sourceNode([{}]),
			'test.agent': nodeType,
			'n8n-nodes-mailroom.mailroom': tested.nodeType,
		},
		credentialsHelper: tested.credentialsHelper,
		mode,
	});
	const { error } = result.data.resultData;
	return {
		/** Answers to the calls: what the model reads. */
		answers: seen.answers,
		response: seen.answers[0]?.response,
		/** Of the first call, or what stopped the agent. */
		error: seen.answers[0]?.error ?? error,
		/** As it is offered to the model, with `via: 'invoke'`. */
		tool: seen.tool,
		tries: tested.tries,
		result,
	};
};
