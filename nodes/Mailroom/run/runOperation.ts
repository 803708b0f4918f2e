import type { INodeExecutionData } from 'n8n-workflow';
import { abortable } from '../transport/abortable';
import { abortIfCanceled, abortIfFailed } from './report/abortRun';
import { checkItems } from './checkItems';
import type { Run } from './Operation';
import { outputItems } from './report/outputItems';
import { sendBatches } from './send/sendBatches';

/** By the data of the memory that the calls share. */
const lastRuns = new WeakMap<object, Promise<unknown>>();

/** Serializes the parallel calls of an agent, and the parallel sub-workflows of one execution. */
export async function runOperation(run: Run): Promise<INodeExecutionData[]> {
	if (!run.operation.wire.isSequential) return await runNow(run);
	const { parentMemory, memory } = run.call;
	const shared = (parentMemory ?? memory).data;
	const earlier = lastRuns.get(shared) ?? Promise.resolve();
	const own = abortable(earlier, run.cancelSignal).then(async () => await runNow(run));
	// A canceled run ends before those ahead of it.
	lastRuns.set(
		shared,
		Promise.allSettled([earlier, own]).then(() => {}),
	);
	return await own;
}

async function runNow(run: Run): Promise<INodeExecutionData[]> {
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
