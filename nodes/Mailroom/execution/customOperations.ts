import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { plainReader, type PlainReader } from '../parameters/plainValue';
import { operationIn, type Resource } from '../resources/Resource';
import { connect } from './connect';
import type { Execution } from './Execution';
import type { Operation } from './Operation';
import type { RequestOptionsParameter } from './requestOptions';
import { runMemory } from './runMemory';
import { runOperation } from './runOperation';

type CustomOperations = NonNullable<INodeType['customOperations']>;

/** The operations by resource, in the form in which n8n calls them with all items at once. */
export function customOperations(resources: Resource[]): CustomOperations {
	return Object.fromEntries(
		resources.map(({ resource, operations }) => [
			resource,
			Object.fromEntries(operations.map((row) => [row.value, customOperation(operationIn(row))])),
		]),
	);
}

function customOperation(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOperation(operation, executionOfAllItems(this))];
	};
}

function executionOfAllItems(context: IExecuteFunctions): Execution {
	const timezone = context.getTimezone();
	const items = context.getInputData();
	const raw = (name: string): unknown =>
		context.getNodeParameter(name, 0, null, { rawExpressions: true });
	const plainReaders = new Map<string, PlainReader | undefined>();
	const plainValue = (name: string, itemIndex: number) => {
		if (!plainReaders.has(name)) plainReaders.set(name, plainReader(raw(name)));
		return plainReaders.get(name)?.(items[itemIndex].json);
	};
	return {
		itemIndexes: [...items.keys()],
		parameters: (itemIndex) => ({
			value: (name) => {
				const { value } = plainValue(name, itemIndex) ?? {
					value: context.getNodeParameter(name, itemIndex, null),
				};
				return value ?? undefined;
			},
			raw,
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
