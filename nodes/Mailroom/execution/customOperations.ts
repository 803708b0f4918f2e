import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { connect } from './connect';
import type { Execution } from './Execution';
import type { Operation } from './Operation';
import type { RequestOptionsParameter } from './requestOptions';
import { runMemory } from './runMemory';
import { runOperation } from './runOperation';

type CustomOperations = NonNullable<INodeType['customOperations']>;

/** The operations by resource, in the form in which n8n calls them with all items at once. */
export function customOperations(
	resources: Record<string, Record<string, Operation>>,
): CustomOperations {
	const entries = Object.entries(resources).map(([resource, operations]) => [
		resource,
		Object.fromEntries(
			Object.entries(operations).map(([name, operation]) => [name, customOperation(operation)]),
		),
	]);
	return Object.fromEntries(entries) as CustomOperations;
}

function customOperation(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOperation(operation, executionOfAllItems(this))];
	};
}

function executionOfAllItems(context: IExecuteFunctions): Execution {
	const timezone = context.getTimezone();
	return {
		itemIndexes: [...context.getInputData().keys()],
		parameters: (itemIndex) => ({
			value: (name) => context.getNodeParameter(name, itemIndex, null) ?? undefined,
			raw: (name) => context.getNodeParameter(name, itemIndex, null, { rawExpressions: true }),
			evaluate: (expression) => context.evaluateExpression(expression, itemIndex),
			timezone,
		}),
		continueOnFail: context.continueOnFail(),
		node: context.getNode(),
		memory: runMemory(context.getExecuteData()),
		signal: context.getExecutionCancelSignal(),
		addHint: (message) => context.addExecutionHints({ message, location: 'outputPane' }),
		connect: async (lane) =>
			await connect(
				context,
				lane,
				context.getNodeParameter('requestOptions', 0, {}) as RequestOptionsParameter,
			),
	};
}
