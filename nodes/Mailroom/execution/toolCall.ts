import type { IDataObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';
import type { NodeCall } from './NodeCall';

/** As a tool, a node has its own type in n8n. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

export function callWithOneItem(context: IExecutePaginationFunctions): NodeCall {
	const isToolCall = isTool(context.getNode());
	const { json } = isToolCall ? context.getInputData(0, 'ai_tool') : context.getInputData();
	return {
		context,
		itemIndexes: [context.getItemIndex()],
		// The execute data belongs to the agent, which may call a tool twice.
		retryKey: isToolCall ? json : context.getExecuteData(),
		setting: (name) => context.getNodeParameter(name, null),
		raw: (name) => context.getNodeParameter(name, null, { rawExpressions: true }),
		json: (): IDataObject => json,
		// n8n has no place for hints here.
		addHint: () => {},
		deduplication: undefined,
		nodeContext: context.getContext('node'),
		resumeUrl: undefined,
	};
}

/** Fields that newer agents add to the model's arguments. */
const OF_THE_AGENT = ['toolCallId', 'sessionId', 'action', 'chatInput', 'files'];

export function argumentsIn(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !OF_THE_AGENT.includes(name)));
}
