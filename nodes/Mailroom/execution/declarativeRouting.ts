import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import type { Operation } from './Operation';
import { isTool, Run, type NodeCall } from './Run';
import { runOperation } from './runOperation';

/**
 * The routing of an operation for n8n's declarative engine, which runs the node as an AI tool.
 * Its paging function is the one hook around every request. What is behind it is the same as for `customOperations`.
 */
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
	return {
		context,
		itemIndexes: [context.getItemIndex()],
		retryKey: retryKeyOf(context),
		setting: (name) => context.getNodeParameter(name, null),
		raw: (name) => context.getNodeParameter(name, null, { rawExpressions: true }),
		json: () => inputOf(context),
		// n8n has no place for hints here.
		addHint: () => {},
		deduplication: undefined,
		nodeContext: {},
		resumeUrl: undefined,
	};
}

/**
 * n8n's own object that stays the same between the tries of one run. For a tool that is the object of the model's arguments.
 * The execute data belongs to the agent there, which may well call the same tool twice.
 */
function retryKeyOf(context: IExecutePaginationFunctions): object {
	return isTool(context.getNode()) ? inputOf(context) : context.getExecuteData();
}

function inputOf(context: IExecutePaginationFunctions): IDataObject {
	return isTool(context.getNode())
		? context.getInputData(0, 'ai_tool').json
		: context.getInputData().json;
}
