import type { INodeExecutionData } from 'n8n-workflow';
import { abortIfCancelled, abortIfFailed } from './abortRun';
import { checkItems, openUnits } from './checkItems';
import { outputItems } from './outputItems';
import { oneBatchEach } from './planBatches';
import type { Run } from './Run';
import { sendBatches } from './sendBatches';
import { SendOnceClaims } from './SendOnceClaims';
import { skipSentInExecution } from './SentInExecution';

/**
 * Runs an operation for all items of a run.
 *
 * @returns the output, in input order
 * @throws with "Stop", the error of a failed item; with "Continue", only when the execution was cancelled
 */
export async function runOperation(run: Run): Promise<INodeExecutionData[]> {
	await checkItems(run);
	abortIfCancelled(run);
	const { plan = oneBatchEach } = run.operation.bulk ?? {};
	skipSentInExecution(run, plan(openUnits(run.items)));
	const claims = await SendOnceClaims.of(run);
	abortIfCancelled(run);
	await abortIfFailed(run, claims);

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
