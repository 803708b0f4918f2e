import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { plainReader, type PlainReader } from '../parameters/plainValue';
import { operationIn, type Resource } from '../resources/Resource';
import type { Execution } from './Execution';
import { executionOf, isTool } from './executionOf';
import type { Operation } from './Operation';
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
	const items = context.getInputData();
	const raw = (name: string): unknown =>
		context.getNodeParameter(name, 0, null, { rawExpressions: true });
	const plainReaders = new Map<string, PlainReader | undefined>();
	const plainValue = (name: string, itemIndex: number) => {
		if (!plainReaders.has(name)) plainReaders.set(name, plainReader(raw(name)));
		return plainReaders.get(name)?.(items[itemIndex].json);
	};
	return executionOf({
		context,
		itemIndexes: [...items.keys()],
		run: context.getExecuteData(),
		value: (name, itemIndex) => {
			const plain = plainValue(name, itemIndex);
			return plain ? plain.value : context.getNodeParameter(name, itemIndex, null);
		},
		raw,
		json: (itemIndex) => items[itemIndex].json,
		// An agent's run is no run of this workflow's node: what it sends once it may well want to send again.
		deduplication: isTool(context.getNode()) ? undefined : context.helpers,
		addHint: (message) => context.addExecutionHints({ message, location: 'outputPane' }),
	});
}
