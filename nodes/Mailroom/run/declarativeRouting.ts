import type {
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import { callWithOneItem } from './NodeCall';
import { NodeRun } from './NodeRun';
import type { Operation } from './Operation';
import { itemsAfterThrow } from './report/thrown';
import { runOperation } from './runOperation';

/** The operation for n8n's declarative engine. Its paging function replaces the engine's requests. */
export function declarativeRouting(operation: Operation): INodePropertyRouting {
	return {
		request: operation.wire.endpoint,
		send: { paginate: true },
		operations: {
			async pagination(this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
				let run: NodeRun | undefined;
				try {
					run = new NodeRun(operation, callWithOneItem(this));
					return await runOperation(run);
				} catch (error) {
					return itemsAfterThrow(error, this, { itemIndexes: [this.getItemIndex()], run });
				}
			},
		},
	};
}
