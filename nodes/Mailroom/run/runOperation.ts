import type { INodeExecutionData } from 'n8n-workflow';
import { entriesOfExecution } from '../neverTwice/newsletter/entriesOfExecution';
import { abortable } from '../transport/abortable';
import { abortIfCanceled, abortIfFailed } from './report/abortRun';
import { checkItems } from './checkItems';
import { failedBy } from './failedBy';
import { failRest } from './failRest';
import type { Run } from './Operation';
import { outputItems } from './report/outputItems';
import { explainRejections } from './report/explainRejections';
import { logThrown } from './report/thrown';
import { sendBatches } from './send/sendBatches';

/** By the data of the entries that the calls share. */
const lastRuns = new WeakMap<object, Promise<unknown>>();

/** Serializes the parallel calls of an agent, and the parallel sub-workflows of one execution. */
export async function runOperation(run: Run): Promise<INodeExecutionData[]> {
	const endWatch = run.watchTimeout();
	try {
		return await runInTurn(run);
	} finally {
		endWatch();
	}
}

async function runInTurn(run: Run): Promise<INodeExecutionData[]> {
	if (!run.operation.wire.isSequential) return await runNow(run);
	const shared = entriesOfExecution(run.n8n.call.context).at(-1)?.data ?? run;
	const earlier = lastRuns.get(shared) ?? Promise.resolve();
	const { stopSignal, n8n } = run;
	const own = abortable(earlier, AbortSignal.any([n8n.cancelSignal, stopSignal])).then(
		async () => await runNow(run),
	);
	// A run that is canceled or has ended ends before those ahead of it.
	lastRuns.set(
		shared,
		Promise.allSettled([earlier, own]).then(() => {}),
	);
	return await own;
}

async function runNow(run: Run): Promise<INodeExecutionData[]> {
	await take(run, async () => await checkItems(run));
	abortIfCanceled(run);
	abortIfFailed(run);
	await take(run, async () => await sendBatches(run, run.pendingBatches()));
	await closeMemories(run);
	await explainRejections(run);
	abortIfCanceled(run);
	abortIfFailed(run);

	const output = await outputItems(run);
	abortIfCanceled(run);
	return output;
}

/** Takes a step of the run. What it throws fails all that has no outcome yet, so that nothing is lost and n8n passes on no input as success. */
async function take(run: Run, step: () => Promise<void>): Promise<void> {
	try {
		await step();
	} catch (error) {
		run.end(failedBy(error));
	}
	if (run.endedBy && !run.n8n.isCanceled) failRest(run, run.endedBy);
}

/** The emails have their outcome, so a throw must not fail them. */
async function closeMemories(run: Run): Promise<void> {
	try {
		await run.closeMemories();
	} catch (error) {
		logThrown(run, error);
	}
}
