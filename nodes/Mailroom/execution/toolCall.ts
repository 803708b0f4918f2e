import type { IDataObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';
import type { NodeCall } from './NodeCall';

/** n8n gives the tool form of a node a type of its own. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

export function callWithOneItem(context: IExecutePaginationFunctions): NodeCall {
	const isToolCall = isTool(context.getNode());
	const { json } = isToolCall ? context.getInputData(0, 'ai_tool') : context.getInputData();
	return {
		context,
		itemIndexes: [context.getItemIndex()],
		// The execute data belongs to the agent, which may well call the same tool twice.
		retryKey: isToolCall ? json : context.getExecuteData(),
		setting: (name) => context.getNodeParameter(name, null),
		raw: (name) => context.getNodeParameter(name, null, { rawExpressions: true }),
		json: (): IDataObject => json,
		// n8n has no place for hints here.
		addHint: () => {},
		deduplication: undefined,
		nodeContext: isToolCall ? contextInAgent(context) : {},
		resumeUrl: undefined,
	};
}

const agentContexts = new WeakMap<object, Map<string, IDataObject>>();

/** Shared by the calls that one run of an agent makes to the tool. */
function contextInAgent(context: IExecutePaginationFunctions): IDataObject {
	const ofAgent = context.getExecuteData();
	const { id } = context.getNode();
	const contexts = agentContexts.get(ofAgent) ?? new Map<string, IDataObject>();
	const nodeContext = contexts.get(id) ?? {};
	agentContexts.set(ofAgent, contexts.set(id, nodeContext));
	return nodeContext;
}

/** Added to the model's arguments by newer agents. */
const OF_THE_AGENT = ['toolCallId', 'sessionId', 'action', 'chatInput', 'files'];

export function argumentsIn(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !OF_THE_AGENT.includes(name)));
}
