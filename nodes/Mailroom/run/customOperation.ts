import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { callWithAllItems } from './NodeCall';
import { NodeRun } from './NodeRun';
import type { CallNode, Operation } from './Operation';
import { itemsAfterThrow } from './report/thrown';
import { runOperation } from './runOperation';

/** The operation for executions in which n8n passes all items at once. */
export function customOperation(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { wrapCall, wrapRun } = operation.features ?? {};
		const callNode: CallNode = async ({ continueOnFail = this.continueOnFail() } = {}) => {
			const itemIndexes = [...this.getInputData().keys()];
			let run: NodeRun | undefined;
			try {
				const begun = new NodeRun(operation, callWithAllItems(this), continueOnFail);
				run = begun;
				const send = async () => await runOperation(begun);
				return await (wrapRun?.(begun, this, send) ?? send());
			} catch (error) {
				return itemsAfterThrow(error, this, { itemIndexes, run, continueOnFail });
			}
		};
		return [await (wrapCall?.(this, callNode) ?? callNode())];
	};
}
