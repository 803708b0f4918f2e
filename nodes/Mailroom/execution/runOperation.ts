import type { INodeExecutionData } from 'n8n-workflow';
import { CallSender } from './CallSender';
import { EventLoopPause } from './EventLoopPause';
import { throwFirstError, throwIfCancelled } from './endEarly';
import { outputItems } from './outputItems';
import { oneBatchEach } from './planBatches';
import { keepOrderOfChanges, openUnits, readItems } from './readItems';
import { keepSentInExecution } from './keepSentInExecution';
import type { Run } from './Run';
import { SendOnceClaims } from './SendOnceClaims';

/**
 * Runs an operation for all items of a run of the node: checks every item, sends what nothing has come of yet, and pairs each
 * result with its item, in input order.
 *
 * @throws with "Stop", the error of the first failing item; with "Continue", only when the execution was cancelled. Where there are
 *   several items, the message ends with the account of all of them
 */
export async function runOperation(run: Run): Promise<INodeExecutionData[]> {
	await readItems(run, pauseOf(run));
	// Before anything else: a cancelled execution whose node is tried again knows of failures, too.
	throwIfCancelled(run);
	keepSentInExecution(run);
	const claims = SendOnceClaims.of(run, openUnits(run.items));
	await throwFirstError(run, claims);
	keepOrderOfChanges(run);

	await send(run, claims);

	throwIfCancelled(run);
	await throwFirstError(run, claims);
	return await outputItems(run, pauseOf(run));
}

function pauseOf(run: Run): EventLoopPause {
	return new EventLoopPause(() => throwIfCancelled(run));
}

/** Sends what no earlier try of the run has settled, and no earlier run has sent. */
async function send(run: Run, claims?: SendOnceClaims): Promise<void> {
	const { plan = oneBatchEach } = run.operation.bulk ?? {};
	const units = openUnits(run.items.filter(({ isInvalid }) => !isInvalid));
	const sender = new CallSender(run, claims);
	try {
		await sender.sendAll(plan(units));
	} finally {
		const finished = claims?.finish().catch((error: Error) => {
			// The emails are sent all the same.
			run.addHint(error.message);
			run.log(error.message);
		});
		// n8n does not wait for the account of a cancelled execution.
		if (!run.signal?.aborted) await finished;
	}
	const hint = claims?.hint();
	if (hint) run.addHint(hint);
}
