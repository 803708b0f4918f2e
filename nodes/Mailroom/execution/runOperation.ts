import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import { abortIfCancelled, abortIfFailed } from './abortRun';
import { checkItems } from './checkItems';
import { callWithAllItems, callWithOneItem } from './NodeCall';
import type { Operation } from './Operation';
import { outputItems } from './outputItems';
import { Run } from './Run';
import { sendBatches } from './sendBatches';

/** The operation for executions in which n8n passes all items at once. */
export function customOperation(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = new Run(operation, callWithAllItems(this));
		const send = async () => await runOperation(run);
		return [await (operation.around?.(run, this, send) ?? send())];
	};
}

/** The operation for n8n's declarative engine. Its paging function replaces the engine's requests. */
export function declarativeRouting(operation: Operation): INodePropertyRouting {
	return {
		request: operation.endpoint,
		send: { paginate: true },
		operations: {
			async pagination(this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
				const call = callWithOneItem(this);
				const run = async () => await runOperation(new Run(operation, call));
				return operation.isSequential
					? await afterEarlierCalls(call.nodeContext, run)
					: await run();
			},
		},
	};
}

const lastCalls = new WeakMap<object, Promise<unknown>>();

/** Serializes the parallel calls of an agent. */
async function afterEarlierCalls<T>(nodeContext: object, run: () => Promise<T>): Promise<T> {
	const own = Promise.resolve(lastCalls.get(nodeContext)).then(run);
	lastCalls.set(
		nodeContext,
		own.catch(() => {}),
	);
	return await own;
}

async function runOperation(run: Run): Promise<INodeExecutionData[]> {
	await checkItems(run);
	abortIfCancelled(run);
	run.claims = await run.operation.claims?.(run);
	abortIfCancelled(run);
	abortIfFailed(run);

	try {
		await sendBatches(run, run.pendingBatches());
	} finally {
		await run.claims?.finish();
	}
	abortIfCancelled(run);
	abortIfFailed(run);

	const output = await outputItems(run);
	abortIfCancelled(run);
	return output;
}
