import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import type { Operation } from './Operation';
import { isTool, Run, type NodeCall } from './Run';
import { runOperation } from './runOperation';

/** For n8n's declarative engine. Its paging function replaces every request. */
export function declarativeRouting(operation: Operation): INodePropertyRouting {
	return {
		request: operation.endpoint,
		send: { paginate: true },
		operations: {
			async pagination(this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
				return await runOperation(new Run(operation, callWithOneItem(this)));
			},
		},
	};
}

function callWithOneItem(context: IExecutePaginationFunctions): NodeCall {
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
		nodeContext: {},
		resumeUrl: undefined,
	};
}
