import type { INodeExecutionData } from 'n8n-workflow';
import { abortIfCancelled, abortIfFailed } from './abortRun';
import { checkItems, openUnits } from './checkItems';
import { outputItems } from './outputItems';
import { oneBatchEach } from './planBatches';
import type { Run } from './Run';
import { sendBatches } from './sendBatches';
import { sendOnceClaims } from './SendOnceClaims';
import { skipSentInExecution } from './SentInExecution';

/** Throws if an item fails with "Stop", and when the execution was cancelled. */
export async function runOperation(run: Run): Promise<INodeExecutionData[]> {
	await checkItems(run);
	abortIfCancelled(run);
	const { plan = oneBatchEach } = run.operation.bulk ?? {};
	skipSentInExecution(run, plan(openUnits(run.items)));
	const claims = await sendOnceClaims(run);
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
