import type {
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import { connect } from './connect';
import type { Execution } from './Execution';
import type { Operation } from './Operation';
import type { RequestOptionsParameter } from './requestOptions';
import { runMemory } from './runMemory';
import { runOperation } from './runOperation';

/**
 * The routing of an operation for n8n's declarative engine, which runs the node as an AI tool. Its paging function is the one
 * hook that stands around every request, so everything behind it is the same as for `customOperations`.
 */
export function declarativeRouting(operation: Operation): INodePropertyRouting {
	return {
		request: operation.request,
		send: { paginate: true },
		operations: {
			async pagination(this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
				return await runOperation(operation, executionOfOneItem(this));
			},
		},
	};
}

function executionOfOneItem(context: IExecutePaginationFunctions): Execution {
	const timezone = context.getTimezone();
	return {
		itemIndexes: [context.getItemIndex()],
		parameters: () => ({
			value: (name) => context.getNodeParameter(name, null) ?? undefined,
			raw: (name) => context.getNodeParameter(name, null, { rawExpressions: true }),
			evaluate: (expression) => context.evaluateExpression(expression, context.getItemIndex()),
			timezone,
		}),
		continueOnFail: context.continueOnFail(),
		node: context.getNode(),
		memory: runMemory(runIdentity(context)),
		signal: context.getExecutionCancelSignal(),
		addHint: () => {},
		connect: async (lane) =>
			await connect(
				context,
				lane,
				context.getNodeParameter('requestOptions', {}) as RequestOptionsParameter,
			),
	};
}

/**
 * n8n's own object that stays the same between the tries of one run. For a tool that is the object of the model's arguments:
 * the execute data belongs to the agent there, which may well call the same tool twice.
 */
function runIdentity(context: IExecutePaginationFunctions): object {
	const isTool = context.getNode().type.endsWith('Tool');
	return isTool ? context.getInputData(0, 'ai_tool').json : context.getExecuteData();
}
