import type { Run } from '../Operation';
import { abortable } from '../../transport/abortable';
import { systemClock } from '../../clock';
import { MAX_IN_FLIGHT_PER_RUN, RequestGroup } from '../../transport/gate/RequestGroup';
import { BatchSender } from './BatchSender';
import { isFailed, type Failed } from '../../transport/Outcome';
import { failedBy } from '../failedBy';
import { isPending, type Batch } from '../Item';
import { StartOrder, type StartHold } from './StartOrder';

/** Sends in item order. Resolves also if items fail. */
export async function sendBatches(run: Run, batches: Batch[]): Promise<void> {
	if (batches.length === 0) return;
	try {
		await abortable(sendAll(run, batches), run.n8n.cancelSignal);
	} finally {
		run.stop();
	}
	if (run.n8n.isCanceled) {
		// Requests in flight handle a cancellation first. If one takes longer, its claims must stay.
		await systemClock.sleep(0);
		return;
	}
	if (run.stoppedBy && !run.endedBy && run.n8n.continueOnFail) {
		failPending(run, batches, run.stoppedBy);
	}
}

/** A failure that concerns the whole run has ended it. */
function failPending(run: Run, batches: Batch[], { problem, advice }: Failed): void {
	const notSent = problem.startsWith('Not sent') ? problem : `Not sent: ${problem}`;
	const failed = { kind: 'notSent', problem: notSent, advice, scope: 'request' } as const;
	for (const { units } of batches) run.note({ units: units.filter(isPending) }, failed);
}

async function sendAll(run: Run, batches: Batch[]): Promise<void> {
	const { stopSignal, abandonSignal } = run;
	const connecting = run.n8n.connect(new RequestGroup(stopSignal, { abandonSignal }));
	const client = await abortable(connecting, stopSignal);
	if (!client) return;
	if (isFailed(client)) {
		for (const batch of batches) run.note(batch, client);
		return;
	}
	const sender = new BatchSender(run, client);
	const { contactKey, isSequential } = run.operation.wire;
	const order = new StartOrder(isSequential ? 1 : MAX_IN_FLIGHT_PER_RUN);
	const start = async (batch: Batch) => {
		const contacts = batch.units.flatMap(({ values }) => contactKey?.(values) ?? []);
		await order.waitForRoom(contacts);
		if (run.stopSignal.aborted) return;
		order.begin(contacts, async (startHold) => await sendNoted(run, batch, sender, startHold));
	};
	try {
		for (const batch of batches) await start(batch);
	} catch (error) {
		run.end(failedBy(error));
	}
	// Also if one has thrown, as the others may be in flight.
	await order.allFinished();
}

async function sendNoted(
	run: Run,
	batch: Batch,
	sender: BatchSender,
	startHold: StartHold,
): Promise<void> {
	try {
		await sender.send(batch, startHold);
	} catch (error) {
		const units = batch.units.filter(isPending);
		if (units.length > 0) run.note({ units }, failedBy(error));
	} finally {
		run.release(batch);
	}
}
