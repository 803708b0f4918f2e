import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { callWithAllItems } from './NodeCall';
import { NodeRun } from './NodeRun';
import type { Operation } from './Operation';
import { runOperation } from './runOperation';

/** The operation for executions in which n8n passes all items at once. */
export function customOperation(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = new NodeRun(operation, callWithAllItems(this));
		const send = async () => await runOperation(run);
		return [await (operation.features?.wrapRun?.(run, this, send) ?? send())];
	};
}
