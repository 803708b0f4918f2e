import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import { abortable } from '../transport/abortable';
import { abortIfCanceled, abortIfFailed } from './report/abortRun';
import { checkItems } from './checkItems';
import { callWithAllItems, callWithOneItem } from './NodeCall';
import type { Operation, Run } from './Operation';
import { outputItems } from './report/outputItems';
import { NodeRun } from './NodeRun';
import { sendBatches } from './send/sendBatches';

/** The operation for executions in which n8n passes all items at once. */
export function customOperation(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = new NodeRun(operation, callWithAllItems(this));
		const send = async () => await runInTurn(run);
		return [await (operation.features?.wrapRun?.(run, this, send) ?? send())];
	};
}

/** The operation for n8n's declarative engine. Its paging function replaces the engine's requests. */
export function declarativeRouting(operation: Operation): INodePropertyRouting {
	return {
		request: operation.wire.endpoint,
		send: { paginate: true },
		operations: {
			async pagination(this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
				const call = callWithOneItem(this);
				return await runInTurn(new NodeRun(operation, call));
			},
		},
	};
}

const lastRuns = new WeakMap<object, Promise<unknown>>();

/** Serializes the parallel calls of an agent, and the parallel sub-workflows of one execution. */
async function runInTurn(run: Run): Promise<INodeExecutionData[]> {
	const { parentMemory, memory } = run.call;
	const shared = (parentMemory ?? memory).data;
	if (!run.operation.wire.isSequential) return await runOperation(run);
	const earlier = lastRuns.get(shared) ?? Promise.resolve();
	const own = abortable(earlier, run.cancelSignal).then(async () => await runOperation(run));
	// A canceled run ends before those ahead of it.
	lastRuns.set(
		shared,
		Promise.allSettled([earlier, own]).then(() => {}),
	);
	return await own;
}

async function runOperation(run: Run): Promise<INodeExecutionData[]> {
	await checkItems(run);
	abortIfCanceled(run);
	run.claims = await run.operation.features?.openClaims?.(run);
	abortIfCanceled(run);
	abortIfFailed(run);

	try {
		await sendBatches(run, run.pendingBatches());
	} finally {
		await run.claims?.finish();
	}
	abortIfCanceled(run);
	abortIfFailed(run);

	const output = await outputItems(run);
	abortIfCanceled(run);
	return output;
}
