import type { INodeExecutionData } from 'n8n-workflow';
import { abortIfCancelled, abortIfFailed } from './abortRun';
import { checkItems, openUnits } from './checkItems';
import { keepSentInExecution } from './keepSentInExecution';
import { outputItems } from './outputItems';
import { oneBatchEach } from './planBatches';
import type { Run } from './Run';
import { sendBatches } from './sendBatches';
import { SendOnceClaims } from './SendOnceClaims';

/**
 * Runs an operation for all items of a run: checks every item, sends what has no outcome yet, and pairs each result with its
 * item, in input order.
 *
 * @throws with "Stop", the error of a failed item; with "Continue", only when the execution was cancelled. If there are several
 *   items, the message ends with the status of all of them
 */
export async function runOperation(run: Run): Promise<INodeExecutionData[]> {
	await checkItems(run);
	abortIfCancelled(run);
	keepSentInExecution(run);
	const claims = await SendOnceClaims.of(run);
	abortIfCancelled(run);
	await abortIfFailed(run, claims);

	const { plan = oneBatchEach } = run.operation.bulk ?? {};
	try {
		await sendBatches(run, plan(openUnits(run.items)), claims);
	} finally {
		await claims?.finish();
	}
	abortIfCancelled(run);
	await abortIfFailed(run, claims);

	const output = await outputItems(run);
	abortIfCancelled(run);
	return output;
}
