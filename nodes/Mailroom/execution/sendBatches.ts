import { systemClock } from '../transport/clock';
import { MAX_IN_FLIGHT_PER_RUN } from '../transport/RunQueue';
import { BatchSender } from './BatchSender';
import type { Batch } from './Item';
import type { Run } from './Run';
import type { SendOnceClaims } from './SendOnceClaims';

/** So many requests claim at a time: what is in doubt among them is waited for together. The ledger and the queue let fewer start. */
const MAX_CLAIMING = 100;

/**
 * Sends the batches of a run and notes the outcome of each unit; units that were not sent keep none. Ends at once when the
 * execution is cancelled.
 *
 * @param claims of the units that have a Send Once Key
 */
export async function sendBatches(
	run: Run,
	batches: Batch[],
	claims?: SendOnceClaims,
): Promise<void> {
	if (batches.length === 0) return;
	const stop = new AbortController();
	const sender = new BatchSender(run, stop, claims);
	const { cancelled, release } = whenCancelled(run, stop);
	try {
		await Promise.race([
			sendInOrder(run, batches, sender, claims ? MAX_CLAIMING : MAX_IN_FLIGHT_PER_RUN),
			cancelled,
		]);
	} finally {
		release();
		stop.abort();
	}
	if (run.continueOnFail) sender.failUnsent(batches);
}

/**
 * Each request starts after the one before has started. Several batches begin ahead, because a claim takes longer than the wait
 * for a permit.
 */
async function sendInOrder(
	{ operation }: Run,
	batches: Batch[],
	sender: BatchSender,
	maxBegun: number,
): Promise<void> {
	const { contactKey, isSequential } = operation;
	const maxInFlight = isSequential ? 1 : maxBegun;
	/** The contacts that each batch changes, by the promise of its end. */
	const inFlight = new Map<Promise<void>, Set<string>>();
	let startBefore = Promise.resolve();
	for (const batch of batches) {
		const contacts = batch.units.flatMap(({ values }) => contactKey?.(values) ?? []);
		// The last change of a contact wins.
		const ofSameContacts = [...inFlight].filter(([, others]) =>
			contacts.some((contact) => others.has(contact)),
		);
		await Promise.all(ofSameContacts.map(([ended]) => ended));
		if (inFlight.size >= maxInFlight) await Promise.race(inFlight.keys());
		if (sender.isStopped) break;

		let onStart = () => {};
		const hasStarted = new Promise<void>((resolve) => {
			onStart = resolve;
		});
		const ended = sender.send(batch, startBefore, onStart).finally(onStart);
		startBefore = startBefore.then(async () => await hasStarted);
		inFlight.set(ended, new Set(contacts));
		void ended.then(() => inFlight.delete(ended));
	}
	await Promise.all(inFlight.keys());
}

/** Aborts what has not started when the execution is cancelled. */
function whenCancelled({ signal }: Run, stop: AbortController) {
	let cancel = () => {};
	const cancelled = new Promise<void>((resolve) => {
		cancel = () => {
			stop.abort();
			// Requests in flight learn first that n8n has broken them off. It saves a cancelled execution some ms later.
			resolve(systemClock.sleep(0));
		};
	});
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel);
	// In a loop the node runs thousands of times in one execution: a listener that stays keeps all data of its run.
	return { cancelled, release: () => signal?.removeEventListener('abort', cancel) };
}
